import { copy } from './copy.js';
import classes from './unread-dot.module.css';

/** Marks a document that the user has not opened: a dot, and a word for screen readers. */
export function UnreadDot({ seen }: { seen: boolean }) {
  if (seen) return null;
  return (
    <span className={classes.dot} title={copy.unread}>
      <span className={classes.word}>{copy.unread}</span>
    </span>
  );
}
