import { Skeleton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { copy } from '../copy.js';
import classes from './stat-cards.module.css';

interface Stat {
  label: string;
  /** Undefined while unknown. */
  figure: number | string | undefined;
  /** A list that contains what is counted. */
  to?: string;
  failed?: boolean;
}

/**
 * Numbers with labels; each can link to a list. The link's name differs from the label: a link
 * 'Total Upload Tokens' beside the header's 'Upload Tokens' would be ambiguous.
 */
export function StatCards({ cards }: { cards: Stat[] }) {
  const ids = useId();
  return (
    <ul className={classes.cards}>
      {cards.map(({ label, figure, to, failed }, index) => (
        <li key={label}>
          <div className={classes.figure}>
            {figure ??
              (failed ? (
                '–'
              ) : (
                <Skeleton height={28} width={64} my={6} aria-label={copy.loading} role="status" />
              ))}
          </div>
          <div className={classes.label} id={`${ids}-${index}`}>
            {label}
          </div>
          {to && (
            <Link
              to={to}
              className={classes.link}
              aria-label={copy.openList}
              aria-describedby={`${ids}-${index}`}
            >
              <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
