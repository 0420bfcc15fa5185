import { Skeleton } from '@mantine/core';
import { Link } from 'react-router-dom';
import classes from './stat-cards.module.css';

interface Stat {
  label: string;
  /** Undefined while it is not known. */
  figure: number | string | undefined;
  /** The list the figure counts. */
  to?: string;
  failed?: boolean;
}

/** Figures with their labels, each leading to the list it counts. */
export function StatCards({ cards }: { cards: Stat[] }) {
  return (
    <ul className={classes.cards}>
      {cards.map(({ label, figure, to, failed }) => (
        <li key={label}>
          <div className={classes.figure}>
            {figure ??
              (failed ? '–' : <Skeleton height={28} width={64} my={6} aria-label="Loading" role="status" />)}
          </div>
          {to ? (
            <Link to={to} className={classes.label}>
              {label}
            </Link>
          ) : (
            <div className={classes.label}>{label}</div>
          )}
        </li>
      ))}
    </ul>
  );
}
