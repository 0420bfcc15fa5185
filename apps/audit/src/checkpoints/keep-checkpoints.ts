import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { headOf } from '../arrivals/chain-arrivals.js';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { LOGGER } from '../logger.js';
import { signCheckpoint, type Checkpoint } from './checkpoint.js';

/** Signs the end of the chain now and keeps it; undefined while the chain is empty. */
export async function makeCheckpoint(
  prisma: PrismaService,
  key: Config['AUDIT_SIGNING_KEY'],
  now = new Date(),
): Promise<Checkpoint | undefined> {
  const head = await headOf(prisma);
  if (head.seq === 0) return undefined;
  const checkpoint = signCheckpoint(key, head, now);
  await prisma.checkpoint.createMany({ data: [{ ...checkpoint, seq: BigInt(head.seq) }] });
  return checkpoint;
}

/** The end of the chain is signed this often without new entries too: a missing checkpoint shows (ms). */
const IDLE_MS = 60 * 60 * 1000;

/**
 * Signs the end of the chain when entries have waited for it long enough or in number, and writes each checkpoint to the
 * log as well, which is kept where the database's owner cannot reach.
 */
@Injectable()
export class KeepCheckpoints {
  constructor(
    private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async makeIfDue(now = new Date()): Promise<void> {
    if (!(await this.isDue(now))) return;
    const checkpoint = await makeCheckpoint(this.prisma, this.config.AUDIT_SIGNING_KEY, now);
    if (checkpoint) this.logger.info({ checkpoint }, 'audit checkpoint');
  }

  private async isDue(now: Date): Promise<boolean> {
    const last = await this.prisma.checkpoint.findFirst({ orderBy: [{ seq: 'desc' }, { madeAt: 'desc' }] });
    const { seq } = await headOf(this.prisma);
    const unsigned = seq - Number(last?.seq ?? 0);
    if (unsigned >= this.config.CHECKPOINT_EVERY_ENTRIES) return true;
    const age = now.getTime() - (last?.madeAt.getTime() ?? 0);
    return age >= (unsigned > 0 ? this.config.CHECKPOINT_EVERY_MS : IDLE_MS);
  }
}
