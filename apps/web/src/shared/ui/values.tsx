import { formatExact, formatNear, formatTime, formatUtcTime } from '../lib/format.js';
import { useNow } from '../lib/use-now.js';
import classes from './values.module.css';

/** A relative time when near, a date when far; the exact time on hover. */
export function NearTime({ iso, now }: { iso: string; now: number }) {
  return (
    <time dateTime={iso} title={formatExact(iso)} className={classes.time}>
      {formatNear(iso, now)}
    </time>
  );
}

/** A full time, for details. */
export const ExactTime = ({ iso }: { iso: string }) => (
  <time dateTime={iso} title={formatExact(iso)}>
    {formatTime(iso)}
  </time>
);

/** A time in UTC for records; the label beside it names the zone. The reader's own time on hover. */
export const UtcTime = ({ iso }: { iso: string }) => (
  <time dateTime={iso} title={formatExact(iso)}>
    {formatUtcTime(iso)}
  </time>
);

/** `NearTime` with its own clock, for places outside a table. */
export const SinceTime = ({ iso }: { iso: string }) => <NearTime iso={iso} now={useNow()} />;

/** A long text in at most two lines of a table; the whole text on hover. */
export const ClampedText = ({ text }: { text: string }) => (
  <span className={classes.clamped} title={text}>
    {text}
  </span>
);

const headLength = 8;
const tailLength = 4;

/** A token shortened in the middle; the full value is in the text (for copying) and on hover. */
export function TokenText({ token }: { token: string }) {
  return (
    <span className={classes.token} title={token}>
      <span>{token.slice(0, headLength)}</span>
      <span className={classes.tokenMiddle}>{token.slice(headLength, -tailLength)}</span>
      <span>{token.slice(-tailLength)}</span>
    </span>
  );
}
