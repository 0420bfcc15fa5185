import { Inject, Injectable } from '@nestjs/common';
import type { SnoozeBody } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, type Principal } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { aboutToken } from '../belonging/about-token.js';

/** Hides a link from a person's own list until a time, or shows it again. Also removes their expired snoozes. */
@Injectable()
export class SnoozeToken {
  constructor(@Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>) {}

  execute(token: Token, { reason, since, until }: SnoozeBody, { userId }: Principal) {
    const { id: tokenId, version } = token;
    return this.work.run(async (tx, emit) => {
      await tx.$executeRaw`DELETE FROM token_snoozes WHERE user_id = ${userId}::uuid AND until <= now()`;
      if (until === null) await tx.tokenSnooze.deleteMany({ where: { tokenId, userId } });
      else
        await tx.$executeRaw`
          INSERT INTO token_snoozes (token_id, user_id, reason, until, snoozed_at)
          VALUES (${tokenId}::uuid, ${userId}::uuid, ${reason}, ${new Date(until)}::timestamptz,
            least(now(), ${since ? new Date(since) : null}::timestamptz))
          ON CONFLICT (token_id, user_id) DO UPDATE SET reason = excluded.reason, until = excluded.until,
            snoozed_at = excluded.snoozed_at`;
      const data = aboutToken(token);
      await emit({ type: 'token.snoozed', aggregateId: tokenId, aggregateVersion: version, data });
      await recordAuditEvent(emit, {
        action: 'token.snooze',
        subject: auditSubject.token(tokenId),
        codes: [until === null ? 'ended' : reason],
      });
    });
  }
}
