import { hash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { newLinkBody, NewPatientCheck } from '@caredrop/contracts';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import {
  appError,
  auditSubject,
  KeyRing,
  recordAuditEvent,
  type AuditEvent,
  type Principal,
} from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { emailNewLink } from '../email-queue/email-new-link.js';
import type { Prisma, SmsSend, Token } from '../generated/prisma/client.js';
import { requireOffered } from '../offered-languages/offered.js';
import { TokenMetrics } from '../metrics.js';
import { Teams } from '../people/teams.js';
import { writeRequest } from '../request-items/write-request.js';
import { writeSchedule } from '../send-schedule/open-schedules.js';
import { TemplateVersions } from '../template-texts/template-versions.js';
import { toE164 } from './phone-number.js';
import { storeCheck } from '../check-rules/check-keys.js';
import { dayIn } from '../check-rules/check-state.js';
import { typedItems } from './typed-items.js';
import { hashTokenValue, tokenPrefix, makeTokenValue } from './token-value.js';
import { daysFrom } from './token.js';
import { TokenPresenter } from './token.presenter.js';
import { aboutToken, type BelongingToken } from '../belonging/about-token.js';
import { requireOwnTeam } from './own-team.js';

export interface NewToken {
  patientRefId: string;
  nickname: string | null;
  notes: string | null;
  expiresAt: Date;
  language: string | null;
  teamId?: string | null;
}

type Later = Pick<z.output<typeof newLinkBody>, 'sendAt' | 'email' | 'reminders'> & {
  text: Pick<SmsSend, 'phoneNumber' | 'wantsReminders'> | null;
};

export interface NewLink {
  token: Token;
  /** The text that is to be sent; written with the link, so that a repeated call sends it at most once. */
  sms: SmsSend | null;
}

@Injectable()
export class CreateToken {
  private readonly ring: KeyRing;

  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly presenter: TokenPresenter,
    private readonly metrics: TokenMetrics,
    private readonly templates: TemplateVersions,
    private readonly teams: Teams,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.ring = new KeyRing(config.LINK_KEYS);
  }

  /**
   * Creates one link for a patient reference: the one for the first document, if the request or its template asks for
   * several. The link expires after `expiryDays`, or the clinic's default. Repeating a call with the same key returns
   * the link that the first call made, unless it has since been assigned to another owner. Throws:
   * - 400 for a language that is not offered, a number that cannot be texted, a label without text, a date of birth in
   *   the future, a template that is unknown or archived, and an archived team
   * - 400 or 409 for a time at which the link cannot be sent
   * - 403 for a team that is not the caller's
   * - 409 if the patient check is turned off, or the template has a newer version than the given one
   * - 429 when a daily email limit is reached
   * - 503 for a team while auth cannot be reached
   *
   * @param key the caller's Idempotency-Key; null: each call makes a link
   */
  async execute(
    owner: Principal,
    request: z.output<typeof newLinkBody>,
    key: string | null,
  ): Promise<NewLink> {
    const phoneNumber = this.numberOf(request.phoneNumber);
    const row = { ...this.rowOf(owner, request), creationKey: key === null ? null : hash('sha256', key) };
    const takesLinks = !row.teamId || (await this.teams.takesLinks(row.teamId));
    const link = await this.work.run(async (tx, emit) => {
      const { count } = await tx.token.createMany({ data: row, skipDuplicates: true });
      if (count === 0) return { ...(await madeBefore(tx, row)), made: false };
      if (!takesLinks) throw appError('team_unknown');
      await this.ask(tx, row.id, request);
      const wantsReminders = request.reminders ?? false;
      const text = phoneNumber === null ? null : { phoneNumber, wantsReminders };
      if (request.sendAt) return this.scheduled(tx, emit, row.id, owner, { ...request, text });
      const made = await this.recordCreated(tx, emit, row.id, text);
      const email = { senderId: owner.userId, address: request.email, wantsReminders };
      const token = await emailNewLink(tx, emit, made.token, email, this.config);
      return { ...made, token, made: true };
    });
    const { language } = link.token;
    if (link.made && language !== null) this.metrics.languages.inc({ language, by: 'clinician' });
    return link;
  }

  /** Records a new link, and schedules its text, its email or both. */
  private async scheduled(
    tx: Tx,
    emit: Emit,
    id: string,
    owner: Principal,
    { sendAt, text, email, reminders: wantsReminders = false }: Later,
  ) {
    const made = await this.recordCreated(tx, emit, id, null);
    const common = { senderId: owner.userId, message: null, sendAt: new Date(sendAt ?? 0) };
    const { phoneNumber: number = null } = text ?? {};
    let { token } = made;
    if (number !== null)
      token = await writeSchedule(tx, emit, token, {
        ...{ ...common, channel: 'sms', recipient: number, wantsReminders },
      });
    if (email !== null)
      token = await writeSchedule(tx, emit, token, {
        ...{ ...common, channel: 'email', recipient: email, wantsReminders },
      });
    return { ...made, token, made: true };
  }

  /**
   * Writes what belongs to a link that this transaction has inserted: its event, its audit entry and, if it is to be
   * texted, the row of its text.
   *
   * @param actor who makes it, if not the caller of the request
   */
  async recordCreated(
    tx: Tx,
    emit: Emit,
    id: string,
    text: Pick<SmsSend, 'phoneNumber' | 'wantsReminders'> | null,
    actor?: AuditEvent['actor'],
  ): Promise<NewLink> {
    const token = await tx.token.findUniqueOrThrow({ where: { id } });
    await emitCreated(emit, token);
    const subject = auditSubject.token(id);
    await recordAuditEvent(emit, { action: 'token.create', subject, ...(actor && { actor }) });
    if (text === null) return { token, sms: null };
    const data = { deliveryId: randomUUID(), tokenId: id, ...text };
    return { token, sms: await tx.smsSend.create({ data }) };
  }

  /**
   * Gives the link its template and its documents. Runs after the insertion, so that a repeated call returns its link
   * even if the template has been changed or archived since.
   */
  private async ask(
    tx: Tx,
    id: string,
    {
      templateId,
      templateVersion,
      items: typed,
      language,
    }: Pick<z.output<typeof newLinkBody>, 'templateId' | 'templateVersion' | 'items' | 'language'>,
  ): Promise<void> {
    const version = templateId ? await this.templates.current(tx, templateId, templateVersion) : null;
    if (version) await tx.token.update({ where: { id }, data: version });
    const items = typed
      ? typedItems(typed, language, this.config.LANGUAGES)
      : version && (await this.templates.itemsOf(tx, version));
    if (items) await writeRequest(tx, id, items);
  }

  private numberOf(typed: string | null): string | null {
    const number = typed && toE164(typed, this.config.SMS_COUNTRIES);
    if (typed && !number) throw appError('phone_invalid');
    return number || null;
  }

  private rowOf(owner: Principal, request: z.output<typeof newLinkBody>) {
    const { patientRefId, nickname, notes, language, teamId = null, patient_check: check } = request;
    requireOffered(language, this.config.LANGUAGES);
    requireOwnTeam(owner, teamId);
    const expiresAt = daysFrom(new Date(), request.expiryDays ?? this.config.TOKEN_EXPIRY_DAYS);
    const row = this.build(owner, { patientRefId, nickname, notes, language, teamId, expiresAt });
    return check ? { ...row, ...this.newCheck(row.id, check) } : row;
  }

  private newCheck(id: string, check: NewPatientCheck) {
    if (this.config.PATIENT_CHECK === 'off') throw appError('patient_check_off');
    if (check.birth_date > dayIn(this.config.CLINIC_TIME_ZONE, new Date()))
      throw appError('field_invalid', { params: { field: 'birth_date' } });
    return { hasCheck: true, ...storeCheck(this.ring, id, check) };
  }

  /** A row with a new link value, sealed for that row alone. */
  build(
    owner: Pick<Principal, 'userId' | 'firstName' | 'lastName'>,
    token: NewToken,
  ): Prisma.TokenCreateManyInput & { id: string } {
    const id = randomUUID();
    const value = makeTokenValue();
    const sealed = this.presenter.seal(value, id);
    return {
      id,
      ownerId: owner.userId,
      ownerFirstName: owner.firstName,
      ownerLastName: owner.lastName,
      linkHash: new Uint8Array(hashTokenValue(value)),
      linkPrefix: tokenPrefix(value),
      linkKeyId: sealed.keyId,
      linkSealed: new Uint8Array(sealed.bytes),
      ...token,
    };
  }
}

/** Returns the earlier link after the unique index on owner and key has refused a second one. */
async function madeBefore(
  tx: Tx,
  { ownerId, creationKey }: Pick<Token, 'ownerId' | 'creationKey'>,
): Promise<NewLink> {
  const token = await tx.token.findFirstOrThrow({ where: { ownerId, creationKey } });
  return { token, sms: await firstText(tx, token.id) };
}

/** The first text of a link, sent or not; null if it has none. */
export const firstText = (tx: Tx, tokenId: string): Promise<SmsSend | null> =>
  tx.smsSend.findFirst({ where: { tokenId }, orderBy: { createdAt: 'asc' } });

export async function emitCreated(emit: Emit, token: BelongingToken): Promise<void> {
  const data = aboutToken(token);
  await emit({ type: 'token.created', aggregateId: token.id, aggregateVersion: 1, data });
}
