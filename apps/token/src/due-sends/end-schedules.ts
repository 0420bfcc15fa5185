import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { TokenMetrics } from '../metrics.js';
import { rulesOf } from '../reminder-plan/reminder-rules.js';
import type { DueEnd } from '../send-schedule/schedule-rules.js';
import { keyOf, settle } from './settle-send.js';
import { lockToken } from '../tokens/lock-token.js';

const BATCH = 100;

/**
 * Ends the schedules of links that have ended. That of an expired link which was not replaced is shown as failed,
 * because its patient is still waiting; the others are cancelled, and their numbers and addresses removed.
 */
@Injectable()
export class EndSchedules {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns how many were found. */
  async execute(): Promise<number> {
    const ended = await this.work.run((tx) => this.find(tx));
    for (const key of ended) await this.end(key);
    return ended.length;
  }

  private find(tx: Tx): Promise<{ tokenId: string; channel: string }[]> {
    return tx.$queryRaw`
      SELECT s."token_id" AS "tokenId", s."channel" FROM "scheduled_sends" s JOIN "tokens" t ON t."id" = s."token_id"
      WHERE t."status" <> 'active' LIMIT ${BATCH}`;
  }

  private async end(key: { tokenId: string; channel: string }): Promise<void> {
    const outcome = await this.work.run(async (tx, emit) => {
      await lockToken(tx, key.tokenId);
      const schedule = await tx.scheduledSend.findUnique({ where: { tokenId_channel: keyOf(key) } });
      const token = await tx.token.findUniqueOrThrow({ where: { id: key.tokenId } });
      if (!schedule) return null;
      const expired = token.status === 'expired' && token.replacedBy === null;
      const reason = token.replacedBy === null ? `token_${token.status}` : 'token_replaced';
      const end: DueEnd = expired ? { what: 'fail', code: 'ending' } : { what: 'cancel', reason };
      return settle(tx, emit, schedule, end, rulesOf(this.config));
    });
    if (outcome) this.metrics.scheduledSends.inc({ channel: key.channel, outcome: outcome.what });
  }
}
