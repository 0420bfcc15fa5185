import type { Document } from '@caredrop/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { truncate } from '../../shared/lib/format.js';
import { FileName } from '../../shared/ui/file-name.js';
import { RequestLine } from '../../shared/ui/request-line.js';
import classes from './file-cell.module.css';
import { closedLabel } from './document-rules.js';
import type { TrailState } from './document-trail.js';
import { FileThumbnail } from './file-thumbnail.js';
import { UnreadDot } from './unread-dot.js';

interface Props {
  document: Document;
  max?: number;
  /** Passed to the page that the name opens. */
  trail: TrailState;
  /** Rendered below the document's place in a request. */
  children?: ReactNode;
}

/**
 * A thumbnail, the file name and, below it, the patient's comment and the document's place in a request. With `max`,
 * name and comment are shortened (only in the admin's table).
 */
export function FileCell({ document, max, trail, children }: Props) {
  const shown = (text: string) => (max === undefined ? text : truncate(text, max));
  const whole = (text: string) => (shown(text) === text ? undefined : text);
  const closed = closedLabel(document) !== null;
  return (
    <div className={classes.cell}>
      <FileThumbnail document={document} />
      <div className={classes.text}>
        <div className={classes.title}>
          {/* Outside the name, because the name's first letter decides its direction. */}
          <UnreadDot seen={document.seen} />
          <div
            className={classes.name}
            data-unread={!document.seen || undefined}
            title={closed ? whole(document.file_name) : undefined}
            dir="auto"
          >
            {closed ? (
              <span className={classes.clamped}>
                <FileName name={shown(document.file_name)} />
              </span>
            ) : (
              <Link
                to={paths.document.href(document.id)}
                state={trail}
                className={`${classes.clamped} ${classes.link}`}
                title={whole(document.file_name)}
              >
                <FileName name={shown(document.file_name)} />
              </Link>
            )}
          </div>
        </div>
        {document.comment && (
          <div className={classes.comment} title={whole(document.comment)} dir="auto">
            {shown(document.comment)}
          </div>
        )}
        <RequestLine request={document.request} />
        {children}
      </div>
    </div>
  );
}
