import type {
  AttentionReason,
  AuditOutcome,
  EmailStatus,
  ReviewState,
  SmsStatus,
  TokenStatus,
} from '@caredrop/contracts';
import { copy } from '../copy.js';
import classes from './badges.module.css';

/** A state as a dot and a word, never by colour alone. */
function Badge({ tone, word }: { tone: string; word: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {word}
    </span>
  );
}

export const StatusBadge = ({ status }: { status: TokenStatus }) => <Badge tone={status} word={status} />;

/** Shown when no document has arrived: a day after the last reminder, or once a reminded link has expired. */
export const NotAnsweringBadge = () => <Badge tone="expired" word={copy.badges.notAnswering} />;

/** 'Not sent' when no SMS exists. */
export function SmsBadge({ hasSMS, smsStatus }: { hasSMS: boolean; smsStatus: SmsStatus | null }) {
  if (smsStatus) return <Badge tone={`sms-${smsStatus}`} word={smsStatus} />;
  if (hasSMS) return <Badge tone="sms-other" word={copy.badges.smsOther} />;
  return <Badge tone="sms-none" word={copy.badges.smsNotSent} />;
}

/** The status of the last email with a link. */
export const EmailBadge = ({ status }: { status: EmailStatus }) => (
  <Badge tone={emailTones[status]} word={copy.badges.email[status]} />
);

/** `invited`: a person who has not set a password yet. */
export function AccountBadge({ disabled, invited }: { disabled: boolean; invited: boolean }) {
  if (disabled) return <Badge tone="revoked" word={copy.badges.accountDisabled} />;
  if (invited) return <Badge tone="sms-sent" word={copy.badges.accountInvited} />;
  return <Badge tone="sms-delivered" word={copy.badges.accountActive} />;
}

/** An outcome; `word` names it. */
export const OutcomeBadge = ({ outcome, word }: { outcome: AuditOutcome; word: string }) => (
  <Badge tone={outcomeTones[outcome]} word={word} />
);

export const ReviewBadge = ({ state }: { state: ReviewState }) => (
  <Badge tone={reviewTones[state]} word={state} />
);

/** The patient was asked to send the document again. */
export const AskedAgainBadge = () => <Badge tone="expired" word={copy.badges.askedAgain} />;

/** Why a link or document needs attention; `word` names it. */
export const AttentionBadge = ({ reason, word }: { reason: AttentionReason; word: string }) => (
  <Badge tone={attentionTones[reason]} word={word} />
);

const attentionTones = {
  unusable: 'revoked',
  text_failed: 'sms-failed',
  email_failed: 'sms-failed',
  renewal_asked: 'expired',
  problem: 'expired',
  new_document: 'active',
  opened: 'used',
  ending: 'used',
  not_answering: 'used',
} as const;
const emailTones = {
  queued: 'sms-other',
  sent: 'sms-sent',
  failed: 'sms-failed',
  cancelled: 'sms-other',
} as const;
const reviewTones = { new: 'active', reviewed: 'sms-delivered', filed: 'filed' } as const;
const outcomeTones = { success: 'sms-delivered', refused: 'expired', failed: 'revoked' } as const;

export const CountBadge = ({ count, noun }: { count: number; noun: string }) => (
  <span className={classes.count} role="status">
    {copy.count(count, noun)}
  </span>
);
