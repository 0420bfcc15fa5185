import { Link } from 'react-router-dom';
import { adminItems, auditItem } from '../layout/navigation.js';
import { Page } from '../../shared/ui/page.js';
import { paths } from '../../shared/config/paths.js';
import classes from './admin.module.css';

const explained: Record<string, string> = {
  [paths.tokenMonitor.path]: 'Every clinician’s links: filter, text, revoke, or make many at once.',
  [paths.adminDocuments.path]: 'Everything that has arrived: download as one zip, or delete.',
  [paths.manageUsers.path]: 'Who can sign in: invite, disable and enable clinicians.',
  [paths.adminAudit.path]: 'Who did what, when and from where; export it with proof.',
};

/** The start page of the admin area. */
export function Component() {
  return (
    <Page title="Admin" purpose="What concerns the whole clinic.">
      <ul className={classes.list}>
        {[...adminItems, auditItem].map(({ label, to, icon: Glyph }) => (
          <li key={to}>
            <Link to={to} className={classes.card} aria-describedby={`about-${to}`}>
              {Glyph && <Glyph size={26} stroke={1.75} aria-hidden="true" />}
              {label}
            </Link>
            <p id={`about-${to}`}>{explained[to]}</p>
          </li>
        ))}
      </ul>
    </Page>
  );
}
