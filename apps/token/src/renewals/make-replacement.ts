import { hash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ErrorCode } from '@caredrop/contracts';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import {
  appError,
  AppError,
  auditSubject,
  KeyRing,
  mayWorkOn,
  recordAuditEvent,
  requestContext,
} from '@caredrop/service-kit';
import { againRejection } from '../again-rules/again-rules.js';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { emailNewLink } from '../email-queue/email-new-link.js';
import type { Prisma, Token } from '../generated/prisma/client.js';
import { copyCheck } from '../check-rules/check-keys.js';
import { CreateToken, emitCreated, firstText, type NewLink } from '../tokens/create-token.js';
import { noProblem } from '../problems/no-problem.js';
import { isRemindedAgain } from '../reminder-plan/reminder-rules.js';
import { recordView } from '../tokens/record-view.js';
import { daysFrom, statusOf } from '../tokens/token.js';
import { newContact, type AskedAgain, type NewContact, type Reissue } from './new-contact.js';
import { reissueRejection } from './renewal.js';
import { aboutToken } from '../belonging/about-token.js';

export interface Replacement extends NewLink {
  /** False when an earlier call with the same key made it. */
  made: boolean;
}

/** Writes the new link, its text and its email, and closes the old one, in one transaction. */
@Injectable()
export class MakeReplacement {
  private readonly ring: KeyRing;

  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly createToken: CreateToken,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.ring = new KeyRing(config.LINK_KEYS);
  }

  /**
   * The row's lock decides between simultaneous calls: one makes the link. Throws 404 if a repeated call comes from
   * someone who may no longer work on the new link, 409 if the link cannot be replaced, and 429, without making a link,
   * if a daily email limit is reached.
   *
   * @param senderId the user whose daily email limit applies
   */
  execute(tokenId: string, senderId: string, wanted: Reissue): Promise<Replacement> {
    const key = wanted.key === null ? null : hash('sha256', wanted.key);
    return this.work.run(async (tx, emit) => {
      const [clock] = await tx.$queryRaw<{ now: Date }[]>`
        SELECT now() AS now FROM tokens WHERE id = ${tokenId}::uuid FOR UPDATE`;
      const old = await tx.token.findUniqueOrThrow({ where: { id: tokenId } });
      if (old.replacedBy)
        return madeBefore(tx, emit, old.replacedBy, key !== null && key === old.replacedKey);
      const now = clock?.now ?? new Date();
      const contact = newContact(old, wanted, now);
      const rejection = rejectionOf(old, wanted, contact, now);
      if (rejection) throw new AppError(rejection);
      const { token: made, sms } = await this.create(tx, old, wanted, contact, now);
      await emitCreated(emit, made);
      const email = { senderId, address: contact.emailTo, wantsReminders: remindersFor(old, wanted) };
      const token = await emailNewLink(tx, emit, made, email, this.config);
      await replace(tx, emit, old, token.id, key, now);
      await this.record(emit, old, token.id, wanted.again, now);
      return { token, sms, made: true };
    });
  }

  private async record(emit: Emit, old: Token, madeId: string, again: AskedAgain | undefined, now: Date) {
    const subject = auditSubject.token(old.id);
    const related = [auditSubject.token(madeId)];
    if (!again) return recordAuditEvent(emit, { action: 'token.reissue', subject, related });
    const { id: tokenId, documentId, version } = old;
    if (documentId === null) throw appError('again_no_document');
    const asked = { documentId, replacedBy: madeId, askedAt: now.toISOString() };
    const data = { ...aboutToken(old), ...asked };
    await emit({ type: 'token.asked_again', aggregateId: tokenId, aggregateVersion: version + 1, data });
    related.push(auditSubject.document(documentId));
    // Records only the kind of reason: the clinician's own words may be about the patient's health.
    await recordAuditEvent(emit, { action: 'token.ask_again', subject, related, codes: [again.reason] });
  }

  private async create(
    tx: Tx,
    old: Token,
    wanted: Reissue,
    { number, address, textTo }: NewContact,
    now: Date,
  ) {
    const { automatic = false, again } = wanted;
    const { patientRefId, nickname, notes, language, teamId } = old;
    const { templateId, templateVersion, requestId, itemPosition } = old;
    const owner = { userId: old.ownerId, firstName: old.ownerFirstName, lastName: old.ownerLastName };
    const expiresAt = daysFrom(now, this.config.TOKEN_EXPIRY_DAYS);
    const row = this.createToken.build(owner, {
      patientRefId,
      nickname,
      notes,
      expiresAt,
      language,
    });
    const check = this.copyCheck(old, row.id, automatic);
    const token = await tx.token.create({
      data: {
        ...{ ...row, teamId, templateId, templateVersion, requestId, itemPosition, autoRenewed: automatic },
        ...{ smsPhoneNumber: number, emailAddress: address },
        ...check,
        ...reasonFor(old, again),
      },
    });
    if (textTo === null) return { token, sms: null };
    const wantsReminders = remindersFor(old, wanted);
    const data = { deliveryId: randomUUID(), tokenId: token.id, phoneNumber: textTo, wantsReminders };
    return { token, sms: await tx.smsSend.create({ data }) };
  }

  /** Without a clinician's decision, the guesses made on the old link still count. */
  private copyCheck(old: Token, id: string, automatic: boolean): Partial<Prisma.TokenCreateManyInput> {
    const check = copyCheck(this.ring, old, id);
    if (!check) return {};
    const { checkTries, checkWaitsUntil } = old;
    return { hasCheck: true, ...check, ...(automatic && { checkTries, checkWaitsUntil }) };
  }
}

function rejectionOf(
  old: Token,
  { send, again, reportedAt }: Reissue,
  { textTo, emailTo }: NewContact,
  now: Date,
): ErrorCode | null {
  const rejection = again ? againRejection(old) : (reissueRejection(old, now) ?? unread(old, reportedAt));
  return rejection ?? (send && textTo === null && emailTo === null ? 'reissue_no_number' : null);
}

/** Replacing a link closes its report, which the clinician must therefore have read. */
const unread = ({ problemAt }: Token, reportedAt: Date | undefined): ErrorCode | null =>
  problemAt === null || problemAt.getTime() === reportedAt?.getTime() ? null : 'problem_changed';

const remindersFor = (old: Token, { reminders }: Reissue): boolean => reminders ?? isRemindedAgain(old);

/** The replacement of a link that asked again keeps its reason. */
const reasonFor = ({ againReason, againWords }: Token, again: AskedAgain | undefined) =>
  again ? { againReason: again.reason, againWords: again.words } : { againReason, againWords };

async function madeBefore(tx: Tx, emit: Emit, tokenId: string, sameKey: boolean): Promise<Replacement> {
  if (!sameKey) throw appError('token_replaced');
  const token = await tx.token.findUniqueOrThrow({ where: { id: tokenId } });
  const caller = requestContext.principal();
  // It may have been assigned to a colleague since.
  if (caller && !mayWorkOn(caller, token)) throw appError('token_not_found');
  await recordView(emit, token);
  return { token, sms: await firstText(tx, tokenId), made: false };
}

/** The old link keeps the status that it had at `now`, unless it could still be used; it is then revoked. */
async function replace(
  tx: Tx,
  emit: Emit,
  old: Token,
  replacedBy: string,
  replacedKey: string | null,
  now: Date,
): Promise<void> {
  const before = statusOf(old, now);
  const status = before === 'active' ? 'revoked' : before;
  const { version } = await tx.token.update({
    where: { id: old.id },
    data: {
      ...{ replacedBy, replacedKey, replacedAt: now, renewalAskedAt: null, version: { increment: 1 } },
      ...noProblem,
      ...(status !== old.status && { status }),
      ...(before === 'active' && { revokedAt: now }),
    },
  });
  if (status === old.status) return;
  const type = status === 'revoked' ? 'token.revoked' : 'token.expired';
  const data = aboutToken(old);
  await emit({ type, aggregateId: old.id, aggregateVersion: version, data });
}
