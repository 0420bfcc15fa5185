import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { isPermanentFailure, LOST } from '@caredrop/contracts';
import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { Emit, EventContext } from '@caredrop/messaging';
import { setLastReminder } from '../claimed-reminders/last-reminder.js';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { SmsSend, Token } from '../generated/prisma/client.js';
import { planAfterSend } from '../reminder-plan/plan-after-send.js';
import { planByEmailInstead } from '../reminder-plan/plan-by-email.js';
import { rulesOf } from '../reminder-plan/reminder-rules.js';
import { currentPlan, stopReminders } from '../reminder-plan/stop-reminders.js';
import { closeText } from '../send-schedule/open-schedules.js';
import { emitSmsChanged } from '../sms/emit-sms-changed.js';
import { recordTextSent } from '../sms/record-text-sent.js';
import { isToBeShown, openingAfter } from '../sms/shown-text.js';
import { lockToken } from '../tokens/lock-token.js';
import { statusOf } from '../tokens/token.js';

type Changed = EventEnvelope<'sms.status_changed'>;

@Controller()
export class RecordSmsStatusChanged {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Keeps the newest status of each text. The link shows that of the latest text, other than reminders and thanks, that
   * was accepted or is shown as failed. A status also proves that the provider has accepted a text whose response was
   * lost, unless it reports that the provider has no record of the text. A failure ends the link's reminders by text;
   * the failure of a reminder does so only if it is permanent.
   */
  @EventPattern<EventType>('sms.status_changed')
  async handle(@Payload() event: Changed, @Ctx() { tx, emit }: EventContext<Tx>): Promise<void> {
    const { tokenId, deliveryId, status, errorCode } = event.data;
    await lockToken(tx, tokenId);
    const send = await tx.smsSend.findFirst({
      where: { deliveryId, tokenId, statusVersion: { lt: event.aggregateVersion } },
    });
    if (!send) return;
    const deliveredAt =
      status === 'delivered' ? (send.deliveredAt ?? new Date(event.occurredAt)) : send.deliveredAt;
    await tx.smsSend.update({
      where: { deliveryId },
      data: {
        ...{ status, errorCode, statusVersion: event.aggregateVersion, deliveredAt },
        accepted: send.accepted || errorCode !== LOST,
      },
    });
    const token = await this.note(tx, emit, send, event);
    if (!token) return;
    await emitSmsChanged(emit, token, token.version);
  }

  private note(tx: Tx, emit: Emit, send: SmsSend, event: Changed): Promise<Token | null> {
    if (send.reminder !== null) return noteReminder(tx, send, event);
    if (event.data.errorCode === LOST) return noteLost(tx, send);
    return send.thanks === null ? this.noteText(tx, emit, send, event) : noteThanks(tx, emit, send);
  }

  /** Null when a later text is shown. */
  private async noteText(
    tx: Tx,
    emit: Emit,
    send: SmsSend,
    { data: { tokenId, deliveryId, status, errorCode } }: Changed,
  ): Promise<Token | null> {
    await closeSchedule(tx, emit, send);
    await recordAcceptance(emit, 'token.send_sms', send);
    const before = await tx.token.findUniqueOrThrow({ where: { id: tokenId } });
    if (!(await isToBeShown(tx, send, before))) return null;
    const wantsReminders = send.wantsReminders && status !== 'failed';
    const plan = send.accepted
      ? {}
      : await planAfterSend(tx, emit, { ...send, wantsReminders }, rulesOf(this.config));
    const token = await tx.token.update({
      where: { id: tokenId },
      data: {
        hasSms: true,
        smsStatus: status,
        smsErrorCode: errorCode,
        // Empty if the link has ended since.
        smsPhoneNumber: send.phoneNumber || null,
        smsDeliveryId: deliveryId,
        ...(!send.accepted && status !== 'failed' && resetBy(send, before)),
        ...plan,
        version: { increment: 1 },
      },
    });
    if (status !== 'failed') return token;
    await planByEmailInstead(tx, emit, token, errorCode, rulesOf(this.config));
    return token;
  }
}

/**
 * Needed when the response to the hand-over of a scheduled text is lost: the text would otherwise be shown as not sent.
 */
async function closeSchedule(tx: Tx, emit: Emit, send: SmsSend): Promise<void> {
  const schedule = await closeText(tx, send);
  if (!schedule) return;
  await recordTextSent(emit, 'token.send_sms', send, { actor: { id: schedule.senderId, role: null } });
}

/** Audits a text whose sender is stored, if its status is the first proof of its acceptance. */
async function recordAcceptance(
  emit: Emit,
  action: 'token.send_sms' | 'token.send_thanks',
  send: SmsSend,
): Promise<void> {
  const { accepted, senderId } = send;
  if (accepted || senderId === null) return;
  await recordTextSent(emit, action, send, { actor: { id: senderId, role: null } });
}

/**
 * Only an opening after the text counts, and a patient who asked for a new link now has it. A request is kept once the
 * link has ended, because the patient may have made it after the text.
 */
function resetBy(send: SmsSend, before: Token): Partial<Pick<Token, 'openedAt' | 'renewalAskedAt'>> {
  const isActive = statusOf(before, new Date()) === 'active';
  return { openedAt: openingAfter(send, before), ...(isActive && { renewalAskedAt: null }) };
}

/** A text that was closed with an unknown outcome counts as sent once its status proves its acceptance. */
async function noteReminder(
  tx: Tx,
  { reminder, accepted }: SmsSend,
  { data: { tokenId, status, errorCode } }: Changed,
): Promise<Token> {
  const token = await tx.token.update({ where: { id: tokenId }, data: { version: { increment: 1 } } });
  const claimed = { token, reminder: reminder ?? 0 };
  if (!accepted) await setLastReminder(tx, claimed);
  if (status === 'failed' && errorCode && isPermanentFailure(errorCode))
    await stopReminders(tx, currentPlan(claimed), errorCode);
  return token;
}

/**
 * The link and the row of a file that show a text as in doubt show that it was most likely not sent. Lost thanks are
 * deleted, as after a rejection, so that another sentence can be tried. Null when the link does not show the text.
 */
async function noteLost(tx: Tx, { tokenId, deliveryId, thanks }: SmsSend): Promise<Token | null> {
  if (thanks !== null) await tx.smsSend.delete({ where: { deliveryId } });
  await tx.sendingRow.updateMany({
    where: { deliveryId, state: 'unconfirmed' },
    data: { state: 'failed', code: LOST },
  });
  const { smsDeliveryId } = await tx.token.findUniqueOrThrow({ where: { id: tokenId } });
  const isShown = smsDeliveryId === deliveryId;
  if (!isShown && thanks === null) return null;
  const data = { ...(isShown && { smsErrorCode: LOST }), version: { increment: 1 } };
  return tx.token.update({ where: { id: tokenId }, data });
}

/** The patient was thanked, although the response to the clinician's request may have been lost. */
async function noteThanks(tx: Tx, emit: Emit, send: SmsSend): Promise<Token> {
  const { tokenId, createdAt } = send;
  await recordAcceptance(emit, 'token.send_thanks', send);
  await tx.token.updateMany({ where: { id: tokenId, thankedAt: null }, data: { thankedAt: createdAt } });
  return tx.token.update({ where: { id: tokenId }, data: { version: { increment: 1 } } });
}
