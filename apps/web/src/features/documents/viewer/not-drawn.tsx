import { messages, type Document } from '@caredrop/contracts';
import { IconPhotoOff } from '@tabler/icons-react';
import { copy } from './copy.js';
import { kindOf } from '../document-rules.js';
import classes from './viewer.module.css';
import { OriginalLink } from './original-link.js';

/** A document, or a page of it, of which there is no safe copy. */
export function NotDrawn({ document, url }: { document: Document; url: string }) {
  const image = kindOf(document) === 'image';
  return (
    <div className={classes.blank} role="status">
      <IconPhotoOff size={36} stroke={1.5} aria-hidden="true" />
      <span>{image ? messages.document.imageFailed : copy.viewer.failed}</span>
      <OriginalLink url={url} label={image ? copy.preview.fullSize : copy.preview.openInTab} />
    </div>
  );
}
