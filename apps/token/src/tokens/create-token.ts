import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { createTokenBody } from '@caredrop/contracts';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, type Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { Prisma, Token } from '../generated/prisma/client.js';
import { requireOffered } from '../offered-languages/offered.js';
import { TokenMetrics } from '../metrics.js';
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
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly presenter: TokenPresenter,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Creates one link for a patient reference; it expires after `expiryDays`, or the clinic's default. */
  async execute(
    owner: Principal,
    { expiryDays = this.config.TOKEN_EXPIRY_DAYS, ...body }: z.output<typeof createTokenBody>,
  ): Promise<Token> {
    requireOffered(body.language, this.config.LANGUAGES);
    const row = this.build(owner, { ...body, expiresAt: daysFrom(new Date(), expiryDays) });
    const made = await this.work.run(async (tx, emit) => {
      const token = await tx.token.create({ data: row });
      await emitCreated(emit, token);
      await recordAuditEvent(emit, { action: 'token.create', subject: auditSubject.token(token.id) });
      return token;
    });
    if (made.language !== null) this.metrics.languages.inc({ language: made.language, by: 'clinician' });
    return made;
  }

  /** A row with a new link value, sealed for that row alone. */
  build(
    owner: Pick<Principal, 'userId' | 'firstName' | 'lastName'>,
    token: NewToken,
  ): Prisma.TokenCreateManyInput {
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
