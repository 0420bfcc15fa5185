import type { ReactNode } from 'react';
import { copy } from '../copy.js';
import { CountBadge } from './badges.js';
import classes from './bulk-bar.module.css';

interface Props {
  total: number;
  noun: string;
  /** How many rows are selected. */
  chosen: number;
  /** The destructive action, set apart from the others. */
  danger?: ReactNode;
  children?: ReactNode;
}

/** The count of a list and the actions on its selected rows. It stays visible while rows are selected. */
export function BulkBar({ total, noun, chosen, danger, children }: Props) {
  return (
    <div className={classes.bar} data-bulk-bar={chosen > 0 ? 'chosen' : 'idle'}>
      <div className={classes.counts}>
        <CountBadge count={total} noun={noun} />
        {chosen > 0 && <span className={classes.chosen}>{copy.selected(chosen)}</span>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
      {danger && <div className={classes.danger}>{danger}</div>}
    </div>
  );
}
