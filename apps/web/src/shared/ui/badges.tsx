import type { AuditOutcome, SmsStatus, TokenStatus } from '@caredrop/contracts';
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

/** 'Not sent' when no SMS exists. */
export function SmsBadge({ hasSMS, smsStatus }: { hasSMS: boolean; smsStatus: SmsStatus | null }) {
  const word = smsStatus ?? (hasSMS ? 'other' : 'Not sent');
  return <Badge tone={`sms-${word === 'Not sent' ? 'none' : word}`} word={word} />;
}

export function AccountBadge({ disabled }: { disabled: boolean }) {
  return <Badge tone={disabled ? 'revoked' : 'sms-delivered'} word={disabled ? 'disabled' : 'active'} />;
}

/** An outcome; `word` names it. */
export const OutcomeBadge = ({ outcome, word }: { outcome: AuditOutcome; word: string }) => (
  <Badge tone={outcomeTones[outcome]} word={word} />
);

const outcomeTones = { success: 'sms-delivered', refused: 'expired', failed: 'revoked' } as const;

export const CountBadge = ({ count, noun }: { count: number; noun: string }) => (
  <span className={classes.count} role="status">
    {count} {noun}
    {count === 1 ? '' : 's'}
  </span>
);
