import { useSiteConfig } from '../config/site-config.js';
import { documentsOfTheSite } from '../config/documents-of-the-site.js';
import { copy } from '../copy.js';
import classes from './site-footer.module.css';

/** The footer of all layouts, always in the same order: the clinic, accessibility and help, privacy (WCAG 3.2.6). */
export function SiteFooter() {
  const { clinicName } = useSiteConfig();
  return (
    <footer className={classes.footer}>
      <span>{clinicName}</span>
      <a href={documentsOfTheSite.accessibility}>{copy.footer.accessibility}</a>
      <a href={documentsOfTheSite.privacy}>{copy.footer.privacy}</a>
    </footer>
  );
}
