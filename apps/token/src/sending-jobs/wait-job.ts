import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { emitSendingChanged } from './emit-sending-changed.js';

@Injectable()
export class WaitJob {
  constructor(@Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>) {}

  /** Suspends a job until this time, because the day's limit is reached or sending is impossible for now. */
  async execute(id: string, until: Date, waitsFor: 'limit' | 'provider' | 'owner'): Promise<void> {
    await this.work.run(async (tx, emit) => {
      const [job] = await tx.sendingJob.updateManyAndReturn({
        where: { id, state: 'running', OR: [{ waitsUntil: null }, { waitsUntil: { lt: until } }] },
        data: { waitsUntil: until, waitsFor, version: { increment: 1 } },
      });
      if (job) await emitSendingChanged(emit, job);
    });
  }
}
