import type { SmsStatus, TokenStatus } from '@caredrop/contracts';
import classes from './badges.module.css';

/** A state as dot and word, never colour alone. */
function Badge({ tone, word }: { tone: string; word: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {word}
    </span>
  );
}

export const StatusBadge = ({ status }: { status: TokenStatus }) => <Badge tone={status} word={status} />;

/** 'Not sent' when no SMS exists (spec §4). */
export function SmsBadge({ hasSMS, smsStatus }: { hasSMS: boolean; smsStatus: SmsStatus | null }) {
  const word = smsStatus ?? (hasSMS ? 'other' : 'Not sent');
  return <Badge tone={`sms-${word === 'Not sent' ? 'none' : word}`} word={word} />;
}

export function AccountBadge({ disabled }: { disabled: boolean }) {
  return <Badge tone={disabled ? 'revoked' : 'sms-delivered'} word={disabled ? 'disabled' : 'active'} />;
}

export const CountBadge = ({ count, noun }: { count: number; noun: string }) => (
  <span className={classes.count} role="status">
    {count} {noun}
    {count === 1 ? '' : 's'}
  </span>
);
