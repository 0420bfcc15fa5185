import { Inject, Injectable } from '@nestjs/common';
import { measuredGauge } from '@caredrop/service-kit';
import { PrismaService } from '../database/prisma.service.js';

/** Reports how many rows of running jobs are due. */
@Injectable()
export class SendingMetrics {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {
    measuredGauge('sending_rows_due', 'Rows of running files that are due and not sent', () => this.due());
  }

  private async due(): Promise<number> {
    const [row] = await this.prisma.$queryRaw<[{ n: number }]>`
      SELECT count(*)::int AS n FROM "sending_rows" r JOIN "sending_jobs" j ON j."id" = r."job_id"
      WHERE j."state" = 'running' AND (j."waits_until" IS NULL OR j."waits_until" <= now())
        AND r."state" IN ('waiting', 'sending') AND r."due_at" <= now()`;
    return row.n;
  }
}
