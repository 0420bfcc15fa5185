import { Inject, Injectable } from '@nestjs/common';
import type { AuditSubject } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import {
  appError,
  auditSubject,
  toAuditOutcome,
  recordAuditEvent,
  type Principal,
} from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { TokenQueries } from './tokens.queries.js';
import { aboutToken } from '../belonging/about-token.js';

@Injectable()
export class RevokeToken {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly queries: TokenQueries,
  ) {}

  /**
   * Revokes an active token, for good. An upload that has claimed but not confirmed it fails when it renews or
   * confirms; one that has confirmed wins (409). Throws 404, 409.
   */
  async execute(id: string, principal: Principal): Promise<Token> {
    const token = await this.queries.visible(id, principal);
    const subject = auditSubject.token(token.id);
    try {
      return await this.revoke(token.id, subject);
    } catch (error) {
      const event = { action: 'token.revoke', ...toAuditOutcome(error), subject } as const;
      await recordAuditEvent(this.work.emit, event);
      throw error;
    }
  }

  private revoke(id: string, subject: AuditSubject): Promise<Token> {
    return this.work.run(async (tx, emit) => {
      const revoked = await tx.$executeRaw`
        UPDATE "tokens" SET "status" = 'revoked', "revoked_at" = now(), "version" = "version" + 1
        WHERE "id" = ${id}::uuid AND "status" = 'active' AND "confirmed_at" IS NULL AND "expires_at" > now()`;
      const row = await tx.token.findUniqueOrThrow({ where: { id } });
      if (revoked === 0) throw rejection(row);
      const data = aboutToken(row);
      await emit({ type: 'token.revoked', aggregateId: row.id, aggregateVersion: row.version, data });
      await recordAuditEvent(emit, { action: 'token.revoke', subject });
      return row;
    });
  }
}

const rejection = (row: Token) =>
  row.status === 'active' && row.confirmedAt ? appError('token_receiving') : appError('token_not_active');
