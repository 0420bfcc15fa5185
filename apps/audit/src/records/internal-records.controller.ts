import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { keepRecordBody } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import { acceptArrival } from '../arrivals/accept-arrival.js';
import { ChainWorker } from '../arrivals/chain-worker.js';
import { PrismaService } from '../database/prisma.service.js';

/** Receives audit records from the gateway, which has no outbox. */
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
    await acceptArrival(this.prisma, { id, source: 'gateway', record });
    this.worker.wake();
    return success({ kept: true });
  }
}
