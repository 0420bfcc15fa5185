import { success } from '@caredrop/contracts';
import { settleBody, type SettleResponse } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { PurgeWorker } from '../storage/purge-worker.js';
import { settleAttempt } from './attempts.js';

/**
 * Settles a claim that was confirmed but never completed: abandons its attempt if it is still open, and returns
 * the outcome.
 */
@Callers('token')
@Controller('internal/attempts')
export class SettleController {
  constructor(
    private readonly prisma: PrismaService,
    private readonly purges: PurgeWorker,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('settle')
  @HttpCode(200)
  async settle(@Body() body: unknown) {
    const { claimId } = parse(settleBody, body);
    const ending = await settleAttempt(this.prisma, claimId, this.config.LATE_WRITE_MS);
    if (ending.state === 'completed') return success(completed(ending));
    this.purges.wake();
    return success<SettleResponse>({ outcome: 'abandoned' });
  }
}

const completed = ({ documentId, receivedAt }: { documentId: string; receivedAt: Date }): SettleResponse => ({
  outcome: 'completed',
  documentId,
  receivedAt: receivedAt.toISOString(),
});
