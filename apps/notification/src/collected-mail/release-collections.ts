import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { MailWorker } from '../mail/mail-worker.js';
import { quietAfter } from './announcement-rule.js';
import { releaseDue } from './collections.js';
import { DatabaseClock } from './database-clock.js';

/** Hands the collected emails that are due to the mail worker. Every replica runs it. */
@Injectable()
export class ReleaseCollections {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly clock: DatabaseClock,
    private readonly worker: MailWorker,
  ) {}

  async execute(): Promise<void> {
    const now = await this.clock.now(this.prisma);
    if ((await releaseDue(this.prisma, now, quietAfter(now))) > 0) this.worker.wake();
  }
}
