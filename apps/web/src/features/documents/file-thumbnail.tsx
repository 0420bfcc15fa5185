import { IconFile, IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import type { Document } from '@caredrop/contracts';
import classes from './file-cell.module.css';
import { kindOf } from './document-rules.js';

const icons = { pdf: IconFileTypePdf, image: IconPhoto, other: IconFile };

/**
 * A small picture of the first page in a space of fixed size; an icon for a document that cannot be shown.
 * Loaded when its row scrolls into view.
 */
export function FileThumbnail({ document }: { document: Document }) {
  const { file_url: url } = document;
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const Glyph = icons[kindOf(document)];
  return (
    <span className={classes.thumbnail}>
      {url === null || failedUrl === url ? (
        <Glyph size={22} stroke={1.5} aria-hidden="true" />
      ) : (
        <img
          src={`${url}/thumbnail`}
          alt=""
          width={36}
          height={36}
          loading="lazy"
          decoding="async"
          onError={() => setFailedUrl(url)}
        />
      )}
    </span>
  );
}
