import { Inject, Injectable } from '@nestjs/common';
import { measuredGauge } from '@caredrop/service-kit';
import { PrismaService } from '../database/prisma.service.js';

/** Reports how many scheduled messages are due. */
@Injectable()
export class DueSendsMetrics {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {
    measuredGauge('scheduled_sends_due', 'Scheduled texts and emails that are due and not sent', () =>
      this.prisma.scheduledSend.count({ where: { sendAt: { lte: new Date() } } }),
    );
  }
}
