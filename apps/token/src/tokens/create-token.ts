import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { createCheckedTokenBody, NewPatientCheck } from '@caredrop/contracts';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { appError, auditSubject, KeyRing, recordAuditEvent, type Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { Prisma, Token } from '../generated/prisma/client.js';
import { requireOffered } from '../offered-languages/offered.js';
import { TokenMetrics } from '../metrics.js';
import { storeCheck } from '../check-rules/check-keys.js';
import { dayIn } from '../check-rules/check-state.js';
import { hashTokenValue, tokenPrefix, makeTokenValue } from './token-value.js';
import { daysFrom } from './token.js';
import { TokenPresenter } from './token.presenter.js';

export interface NewToken {
  patientRefId: string;
  nickname: string | null;
  notes: string | null;
  expiresAt: Date;
  language: string | null;
}

@Injectable()
export class CreateToken {
  private readonly ring: KeyRing;

  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly presenter: TokenPresenter,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.ring = new KeyRing(config.LINK_KEYS);
  }

  /**
   * Creates one link for a patient reference; it expires after `expiryDays`, or the clinic's default. Throws 400 for a
   * date of birth in the future, 409 where the patient check is turned off.
   */
  async execute(
    owner: Principal,
    {
      expiryDays = this.config.TOKEN_EXPIRY_DAYS,
      patient_check: check,
      ...body
    }: z.output<typeof createCheckedTokenBody>,
  ): Promise<Token> {
    requireOffered(body.language, this.config.LANGUAGES);
    const built = this.build(owner, { ...body, expiresAt: daysFrom(new Date(), expiryDays) });
    const row = check ? { ...built, ...this.newCheck(built.id, check) } : built;
    const made = await this.work.run(async (tx, emit) => {
      const token = await tx.token.create({ data: row });
      await emitCreated(emit, token);
      await recordAuditEvent(emit, { action: 'token.create', subject: auditSubject.token(token.id) });
      return token;
    });
    if (made.language !== null) this.metrics.languages.inc({ language: made.language, by: 'clinician' });
    return made;
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

export async function emitCreated(emit: Emit, token: Pick<Token, 'id' | 'ownerId'>): Promise<void> {
  const data = { tokenId: token.id, ownerId: token.ownerId };
  await emit({ type: 'token.created', aggregateId: token.id, aggregateVersion: 1, data });
}
