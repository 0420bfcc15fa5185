import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@caredrop/contracts/events';
import type { EventContext } from '@caredrop/messaging';
import { acceptArrival } from '../arrivals/accept-arrival.js';
import { ChainWorker } from '../arrivals/chain-worker.js';
import type { Tx } from '../database/prisma.service.js';

@Controller()
export class KeepEntryOnAuditRecorded {
  constructor(private readonly worker: ChainWorker) {}

  /** Stores the record in the inbox's transaction; it is added to the chain in a batch right after. */
  @EventPattern<string>('audit.recorded')
  async handle(
    @Payload() event: EventEnvelope<'audit.recorded'>,
    @Ctx() { tx, afterCommit }: EventContext<Tx>,
  ): Promise<void> {
    await acceptArrival(tx, { id: event.id, source: event.source, record: event.data });
    afterCommit(() => {
      this.worker.wake();
    });
  }
}
