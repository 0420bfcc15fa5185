import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { rowsAfter, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { TokenMetrics } from '../metrics.js';
import { rulesOf } from '../reminder-plan/reminder-rules.js';
import type { DueEnd } from '../send-schedule/schedule-rules.js';
import { keyOf, settle } from './settle-send.js';
import { lockToken } from '../tokens/lock-token.js';

const BATCH = 100;

interface ScheduleKey {
  tokenId: string;
  channel: string;
}

/** Sorts before every key. */
const FIRST: ScheduleKey = { tokenId: '00000000-0000-0000-0000-000000000000', channel: '' };

/**
 * Ends the schedules of links that have ended. If the link expired and was not replaced, the message is shown as
 * failed, because the patient is still waiting; otherwise it is cancelled, and its number or address is removed.
 */
@Injectable()
export class EndSchedules {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns how many were ended. One that fails is retried on the next run, and does not stop the others. */
  async execute(isStopping = () => false, batchSize = BATCH): Promise<number> {
    let ended = 0;
    for await (const key of rowsAfter<ScheduleKey>((last) => this.find(last ?? FIRST, batchSize))) {
      if (isStopping()) break;
      if (await this.tryToEnd(key)) ended += 1;
    }
    return ended;
  }

  private find({ tokenId, channel }: ScheduleKey, batchSize: number): Promise<ScheduleKey[]> {
    return this.work.run(
      (tx) => tx.$queryRaw`
        SELECT s."token_id" AS "tokenId", s."channel" FROM "scheduled_sends" s JOIN "tokens" t ON t."id" = s."token_id"
        WHERE t."status" <> 'active' AND (s."token_id", s."channel") > (${tokenId}::uuid, ${channel})
        ORDER BY s."token_id", s."channel" LIMIT ${batchSize}`,
    );
  }

  private async tryToEnd(key: ScheduleKey): Promise<boolean> {
    try {
      await this.end(key);
      return true;
    } catch (err) {
      this.logger.error({ err, ...key }, 'failed to end the schedule of a link');
      return false;
    }
  }

  private async end(key: ScheduleKey): Promise<void> {
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
