import { Inject, Injectable } from '@nestjs/common';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, KeyRing, recordAuditEvent, type Logger } from '@caredrop/service-kit';
import { copyCheck } from '../check-rules/check-keys.js';
import { CONFIG, LOGGER, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { Prisma, Request, Token } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { noProblem } from '../problems/no-problem.js';
import { remindersIfTextedNow } from '../reminder-plan/reminder-plan.js';
import { rulesOf } from '../reminder-plan/reminder-rules.js';
import { itemsOf } from '../request-items/request-items.js';
import { lockToken } from '../tokens/lock-token.js';
import { CreateToken, emitCreated } from '../tokens/create-token.js';

type Turn = Pick<Request, 'items' | 'reached'>;

/** Makes the link for a request's next document. */
@Injectable()
export class OpenNext {
  private readonly ring: KeyRing;

  constructor(
    private readonly createToken: CreateToken,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.ring = new KeyRing(config.LINK_KEYS);
  }

  /**
   * Makes the next link once the document of the previous one has arrived or has been skipped. Repeating it changes
   * nothing. A document that was requested again after the request had moved on does not lead to another link.
   */
  async execute(tx: Tx, emit: Emit, previousId: string): Promise<void> {
    await lockToken(tx, previousId);
    const previous = await tx.token.findUniqueOrThrow({ where: { id: previousId } });
    const turn = await takeTurn(tx, previousId);
    if (!turn) return;
    if (turn.reached > itemsOf(turn).length) return void this.metrics.requests.inc({ outcome: 'completed' });
    const row = this.nextRow(previous, turn.reached, new Date());
    if (!row)
      return this.logger.error(
        { tokenId: previousId },
        'a request ended early because its patient check was removed',
      );
    const token = await tx.token.create({ data: row });
    if (token.problemAt) await tx.token.update({ where: { id: previousId }, data: noProblem });
    await emitCreated(emit, token);
    const related = [auditSubject.token(previousId)];
    const subject = auditSubject.token(token.id);
    await recordAuditEvent(emit, { action: 'token.create_next', subject, related, actor: 'system' });
    this.metrics.requests.inc({ outcome: 'continued' });
  }

  /** Null when the check that the link needs is no longer stored. */
  private nextRow(previous: Token, itemPosition: number, now: Date): Prisma.TokenCreateManyInput | null {
    const { patientRefId, nickname, notes, language, expiresAt, teamId } = previous;
    const { ownerId: userId, ownerFirstName: firstName, ownerLastName: lastName } = previous;
    const link = { patientRefId, nickname, notes, language, expiresAt, teamId };
    const row = this.createToken.build({ userId, firstName, lastName }, link);
    const check = copyCheck(this.ring, previous, row.id);
    if (previous.hasCheck && !check) return null;
    const { templateId, templateVersion, requestId, hasCheck } = previous;
    const { checkTries, checkWaitsUntil, checkPassedAt } = previous;
    return {
      ...{ ...row, templateId, templateVersion, requestId, itemPosition },
      ...(check && { ...check, hasCheck, checkTries, checkWaitsUntil, checkPassedAt }),
      ...contactOf(previous),
      ...notMineReportOf(previous),
      ...this.remindersOf(previous, now),
    };
  }

  /** Plans reminders from now on if they were planned for the previous link and have not been stopped. */
  private remindersOf(previous: Token, now: Date): Partial<Prisma.TokenCreateManyInput> {
    const { remindersFrom, remindersStopped, remindersPausedAt, expiresAt } = previous;
    if (!remindersFrom || remindersStopped) return {};
    const [nextReminderAt] = remindersIfTextedNow(expiresAt, rulesOf(this.config), now);
    return nextReminderAt ? { remindersFrom: now, nextReminderAt, remindersPausedAt } : {};
  }
}

/**
 * Moves the request on to its next document. Of concurrent calls for the current link, exactly one gets the turn.
 * Removes the patient check of that link, which no longer needs it.
 */
async function takeTurn(tx: Tx, previousId: string): Promise<Turn | undefined> {
  const [turn] = await tx.$queryRaw<Turn[]>`
    WITH previous AS (
      UPDATE tokens SET followed_at = now(), check_key_id = NULL, check_key_sealed = NULL, check_hash = NULL,
        check_initials = NULL, check_waits_until = NULL
      WHERE id = ${previousId}::uuid AND followed_at IS NULL
      RETURNING request_id, item_position
    )
    UPDATE requests SET reached = reached + 1 FROM previous
    WHERE requests.id = request_id AND reached = item_position
    RETURNING items, reached`;
  return turn;
}

/**
 * The patient's phone number and email address. A text of the previous link that was sent or delivered, or an email
 * that the mail server accepted, counts for the next link too, because reminders are sent only after such a message.
 */
function contactOf({
  hasSms,
  smsStatus,
  smsPhoneNumber,
  emailStatus,
  emailAddress,
}: Token): Partial<Prisma.TokenCreateManyInput> {
  return {
    ...{ smsPhoneNumber, emailAddress },
    ...(hasSms && (smsStatus === 'delivered' || smsStatus === 'sent') && { hasSms, smsStatus }),
    ...(emailStatus === 'sent' && { emailStatus }),
  };
}

/**
 * A report that the link is meant for someone else moves to the next link, because it must stop that link's reminders.
 * Other reports stay on the skipped link, because the document of the next link does not resolve them.
 */
function notMineReportOf(previous: Token): Partial<Prisma.TokenCreateManyInput> {
  const { problemReason, problemAt, problemComment, problemNotifiedAt } = previous;
  return problemReason === 'not_mine' ? { problemReason, problemAt, problemComment, problemNotifiedAt } : {};
}
