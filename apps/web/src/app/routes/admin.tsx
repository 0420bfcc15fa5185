import { Link } from 'react-router-dom';
import { adminItems } from '../layout/navigation.js';
import { Page } from '../../shared/ui/page.js';
import { paths } from '../../shared/config/paths.js';
import classes from './admin.module.css';
import { copy } from './copy.js';

const explained: Record<string, string> = {
  [paths.tokenMonitor.path]: copy.admin.tokenMonitor,
  [paths.adminDocuments.path]: copy.admin.documents,
  [paths.manageUsers.path]: copy.admin.manageUsers,
  [paths.adminTeams.path]: copy.admin.teams,
  [paths.requestTemplates.path]: copy.admin.requestTemplates,
  [paths.adminStatistics.path]: copy.admin.statistics,
  [paths.adminAudit.path]: copy.admin.audit,
};

/** The start page of the admin area. */
export function Component() {
  return (
    <Page title={copy.admin.title} purpose={copy.admin.purpose}>
      <ul className={classes.list}>
        {adminItems.map(({ label, to, icon: Glyph }) => (
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
