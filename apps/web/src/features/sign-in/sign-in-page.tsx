import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { useSiteConfig } from '../../shared/config/site-config.js';
import { Mark } from '../../shared/ui/mark.js';
import classes from './sign-in-page.module.css';

/** The frame of the pages for people who are not signed in: the mark, one card, nothing else. */
export function SignInPage({
  title,
  purpose,
  children,
}: {
  title: string;
  purpose?: ReactNode;
  children: ReactNode;
}) {
  const { clinicName } = useSiteConfig();
  return (
    <main className={classes.page}>
      <title>{`${title} · Caredrop`}</title>
      <Link to={paths.landing.path} className={classes.brand}>
        <Mark size={32} />
        Caredrop
      </Link>
      <div className={classes.card}>
        <h1>{title}</h1>
        {purpose && <p className={classes.purpose}>{purpose}</p>}
        {children}
      </div>
      <p className={classes.clinic}>{clinicName}</p>
    </main>
  );
}
