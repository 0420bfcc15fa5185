import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { mayRecord, success } from '@caredrop/contracts';
import { keepRecordBody } from '@caredrop/contracts/internal';
import { FORGED_HELP } from '@caredrop/messaging';
import { appError, Callers, counter, parse } from '@caredrop/service-kit';
import { acceptArrival } from '../arrivals/accept-arrival.js';
import { ChainWorker } from '../arrivals/chain-worker.js';
import { PrismaService } from '../database/prisma.service.js';

/** Receives audit records from the gateway, which has no outbox. Throws 403 for an action of another service. */
@Callers('gateway')
@Controller('internal/records')
export class InternalRecordsController {
  constructor(
    private readonly prisma: PrismaService,
    private readonly worker: ChainWorker,
  ) {}

  @Post()
  @HttpCode(200)
  async keep(@Body() body: unknown) {
    const { id, record } = parse(keepRecordBody, body);
    if (!mayRecord('gateway', record.action)) {
      // Messaging replaces its counters when it starts, so this one is looked up when it is needed.
      counter('events_forged_total', FORGED_HELP, ['reason']).inc({ reason: 'wrong_action' });
      throw appError('forbidden');
    }
    await acceptArrival(this.prisma, { id, source: 'gateway', record });
    this.worker.wake();
    return success({ kept: true });
  }
}
