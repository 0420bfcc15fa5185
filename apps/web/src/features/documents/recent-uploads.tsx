import { limits, messages, type Document } from '@caredrop/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { RequestLine } from '../../shared/ui/request-line.js';
import { EmptyState } from '../../shared/ui/states.js';
import { SinceTime } from '../../shared/ui/values.js';
import { copy } from './copy.js';
import { newestFirst } from './document-rules.js';
import classes from './recent-uploads.module.css';
import { UnreadDot } from './unread-dot.js';

/** The three newest documents, for the dashboard. */
export function RecentUploads({ documents }: { documents: Document[] }) {
  const recent = newestFirst(documents).slice(0, limits.recentUploads);
  if (recent.length === 0) return <EmptyState sentence={messages.document.noRecent} />;
  return (
    <ul className={classes.list}>
      {recent.map((document) => (
        <li key={document.id}>
          <div className={classes.text}>
            <div className={classes.name}>
              <UnreadDot seen={document.seen} />
              <bdi>{document.file_name}</bdi>
            </div>
            <div className={classes.patient}>{copy.recent.patient(document.patient_ref_id)}</div>
            <RequestLine request={document.request} />
          </div>
          <div className={classes.date}>
            <SinceTime iso={document.created_at} />
          </div>
          <Link to={paths.document.href(document.id)}>{copy.recent.view}</Link>
        </li>
      ))}
    </ul>
  );
}
