import classes from './statistics.module.css';

/** A bar for a share of `whole`. Its number is in the table beside it, so screen readers skip it. */
export const Bar = ({ part, whole }: { part: number; whole: number }) => (
  <svg className={classes.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width="100" height="1" className={classes.rest} />
    <rect width={whole === 0 ? 0 : (100 * part) / whole} height="1" className={classes.part} />
  </svg>
);
