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

/** Makes a checkpoint a day and writes it to the log as well, which is kept where the database's owner cannot reach. */
@Injectable()
export class KeepCheckpoints {
  private nextLook = 0;

  constructor(
    private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async makeIfDue(now = new Date()): Promise<void> {
    if (now.getTime() < this.nextLook) return;
    const last = await this.prisma.checkpoint.findFirst({ orderBy: { madeAt: 'desc' } });
    const due = (last?.madeAt.getTime() ?? 0) + this.config.CHECKPOINT_EVERY_MS;
    if (due <= now.getTime()) await this.make(now);
    this.nextLook = Math.max(due, now.getTime() + 1000);
  }

  private async make(now: Date): Promise<void> {
    const checkpoint = await makeCheckpoint(this.prisma, this.config.AUDIT_SIGNING_KEY, now);
    if (checkpoint) this.logger.info({ checkpoint }, 'audit checkpoint');
  }
}
