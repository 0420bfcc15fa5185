import { GIVEN_UP } from '@caredrop/contracts';
import type { EventData } from '@caredrop/contracts/events';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, type AuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { auditReason } from '../sms/audit-reason.js';
import { setLastReminder } from './last-reminder.js';
import { planNextReminder } from './plan-next-reminder.js';
import type { ReminderRules } from '../reminder-plan/reminder-plan.js';
import { stopReason, type ClaimedReminder } from './stop-reason.js';
import { currentPlan, stopReminders } from '../reminder-plan/stop-reminders.js';

type Outcome = Pick<AuditEvent, 'outcome' | 'reason'>;

/**
 * Stores what became of an emailed reminder, and returns the outcome for the metric. A rejection by the mail server ends
 * the plan. A cancelled reminder counts and is not sent again, because an attempt may have sent it before it was
 * cancelled; it is not shown as sent.
 */
export async function settleEmailReminder(
  tx: Tx,
  emit: Emit,
  claimed: ClaimedReminder,
  { tokenId, deliveryId, status, errorCode }: EventData<'email.status_changed'>,
  rules: ReminderRules,
  at: Date,
): Promise<string> {
  if (status === 'sent') await planNextReminder(tx, claimed, rules, at);
  else await setLastReminder(tx, claimed);
  // Ends the plan if the mail server refused the email or the address is invalid, but not if no mail server accepted it
  // in time.
  if (status === 'failed' && errorCode !== GIVEN_UP) await stopReminders(tx, currentPlan(claimed), errorCode);
  const outcomes: Record<typeof status, [label: string, outcome: Outcome]> = {
    sent: ['sent', {}],
    failed: ['refused', { outcome: 'failed', reason: auditReason(errorCode ?? 'unknown', 'smtp') }],
    cancelled: cancelledFor(stopReason(claimed, at) ?? 'cancelled'),
  };
  const [label, outcome] = outcomes[status];
  const subject = auditSubject.token(tokenId);
  const related = [auditSubject.delivery(deliveryId)];
  await recordAuditEvent(emit, {
    ...{ action: 'token.send_reminder', ...outcome, subject, related, actor: 'system' },
  });
  return label;
}

const cancelledFor = (reason: string): [string, Outcome] => [
  reason,
  { outcome: reason === 'too_late' ? 'failed' : 'refused', reason },
];
