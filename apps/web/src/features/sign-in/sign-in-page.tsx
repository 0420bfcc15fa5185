import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { Mark } from '../../shared/ui/mark.js';
import { SiteFooter } from '../../shared/ui/site-footer.js';
import { copy } from './copy.js';
import classes from './sign-in-page.module.css';

/** The layout of pages for signed-out users: the logo and one card. */
export function SignInPage({
  title,
  purpose,
  children,
}: {
  title: string;
  purpose?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classes.page}>
      <title>{copy.tab(title)}</title>
      <header>
        <Link to={paths.landing.path} className={classes.brand}>
          <Mark size={32} />
          {copy.brand}
        </Link>
      </header>
      <main className={classes.card}>
        <h1>{title}</h1>
        {purpose && <p className={classes.purpose}>{purpose}</p>}
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
