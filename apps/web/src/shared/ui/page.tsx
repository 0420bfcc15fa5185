import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useContext, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { copy } from '../copy.js';
import classes from './page.module.css';
import { TabCount } from './tab-count.js';

interface PageProps {
  title: string;
  /** The tab's title, if it differs from the heading. */
  tab?: string;
  /** One line that states the page's purpose. */
  purpose?: ReactNode;
  /** The list that this page's item belongs to. */
  back?: { to: string; label: string };
  /** The page's actions, next to its heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A page of the workspace: its heading, its purpose, its actions, then the content. */
export function Page({ title, tab = title, purpose, back, action, children }: PageProps) {
  const count = useContext(TabCount);
  return (
    <div className={classes.page}>
      <title>{copy.tabTitle(tab, count)}</title>
      <div className={classes.top}>
        <div className={classes.text}>
          {back && (
            <Button
              component={Link}
              to={back.to}
              variant="subtle"
              size="compact-md"
              className={classes.back}
              leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />}
            >
              {back.label}
            </Button>
          )}
          <h1>{title}</h1>
          {purpose && <p>{purpose}</p>}
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}

/** A section of a page with its own heading. */
export function Section({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.sectionTop}>
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A sheet with a hairline border. */
export function Card({ children, narrow }: { children: ReactNode; narrow?: boolean }) {
  return (
    <div className={classes.card} data-narrow={narrow || undefined}>
      {children}
    </div>
  );
}
