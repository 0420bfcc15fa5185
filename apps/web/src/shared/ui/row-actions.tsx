import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './row-actions.module.css';

/**
 * The actions of a row: with words in a card and in a wide table, otherwise icons with accessible names. `compact`: the
 * table has no room for words, however wide it is.
 */
export function RowActions({ compact, children }: { compact?: boolean; children: ReactNode }) {
  return (
    <div className={classes.actions} data-compact={compact || undefined}>
      {children}
    </div>
  );
}

interface ActionProps {
  name: string;
  icon: Icon;
  danger?: boolean;
}

/** A plain button instead of Mantine's, because one table renders hundreds of them. */
export function RowButton(props: ActionProps & { onClick: () => void; disabled?: boolean }) {
  const { name, icon: Glyph, danger, onClick, disabled } = props;
  return (
    <button
      type="button"
      className={classes.action}
      data-danger={danger || undefined}
      data-tip={name}
      aria-label={name}
      onClick={onClick}
      disabled={disabled}
    >
      <Glyph size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.word}>{name}</span>
    </button>
  );
}

/** `state` is passed on to the page that opens. */
export function RowLink({ name, icon: Glyph, to, state }: ActionProps & { to: string; state?: unknown }) {
  return (
    <Link className={classes.action} to={to} state={state} data-tip={name} aria-label={name}>
      <Glyph size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.word}>{name}</span>
    </Link>
  );
}
