import { messages, type Document } from '@caredrop/contracts';
import { IconPhotoOff } from '@tabler/icons-react';
import { copy } from './copy.js';
import { Blank } from '../blank.js';
import { kindOf } from '../document-rules.js';
import { OriginalLink } from './original-link.js';

/** Shown for a document that has no safe copy, or for a page that cannot be drawn. */
export function NotDrawn({ document, url }: { document: Document; url: string }) {
  const image = kindOf(document) === 'image';
  return (
    <Blank icon={IconPhotoOff} role="status">
      <span>{image ? messages.document.imageFailed : copy.viewer.failed}</span>
      <OriginalLink
        id={document.id}
        url={url}
        label={image ? copy.preview.fullSize : copy.preview.openInTab}
      />
    </Blank>
  );
}
