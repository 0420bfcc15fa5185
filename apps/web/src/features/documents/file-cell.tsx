import type { Document } from '@caredrop/contracts';
import { IconFile, IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { truncate } from '../../shared/lib/format.js';
import { FileName } from '../../shared/ui/file-name.js';
import classes from './file-cell.module.css';
import { kindOf } from './document-rules.js';
import { UnreadDot } from './unread-dot.js';

const icons = { pdf: IconFileTypePdf, image: IconPhoto, other: IconFile };

/**
 * File name and, below it, the patient's comment. With `max` both are shortened (only in the admin's table).
 */
export function FileCell({ document, max }: { document: Document; max?: number }) {
  const Glyph = icons[kindOf(document)];
  const shown = (text: string) => (max === undefined ? text : truncate(text, max));
  const whole = (text: string) => (shown(text) === text ? undefined : text);
  return (
    <div className={classes.cell}>
      <Glyph size={22} stroke={1.5} aria-hidden="true" />
      <div className={classes.text}>
        <div className={classes.title}>
          {/* Not in the name, whose first letter decides its direction. */}
          <UnreadDot seen={document.seen} />
          <div
            className={classes.name}
            data-unread={!document.seen || undefined}
            title={whole(document.file_name)}
            dir="auto"
          >
            <FileName name={shown(document.file_name)} />
          </div>
        </div>
        {document.comment && (
          <div className={classes.comment} title={whole(document.comment)} dir="auto">
            {shown(document.comment)}
          </div>
        )}
      </div>
    </div>
  );
}
