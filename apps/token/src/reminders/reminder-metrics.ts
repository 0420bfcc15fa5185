import { Inject, Injectable } from '@nestjs/common';
import { measuredGauge } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { isDue } from './due-reminders.js';

interface Due {
  count: number;
  oldest: Date | null;
}

/** Reports how many reminders are due, which may be more than zero outside the hours for reminders. */
@Injectable()
export class ReminderMetrics {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    measuredGauge('reminders_due', 'Reminders due and not yet claimed', async () => (await this.due()).count);
    measuredGauge('reminders_oldest_due_seconds', 'How long the oldest of them has been due', async () => {
      const { oldest } = await this.due();
      return oldest ? Math.max(0, (Date.now() - oldest.getTime()) / 1000) : 0;
    });
  }

  private async due(): Promise<Due> {
    if (this.config.REMINDERS === 'off') return { count: 0, oldest: null };
    const [row] = await this.prisma.$queryRaw<[Due]>`
      SELECT count(*)::int AS count, min("next_reminder_at") AS oldest FROM "tokens" WHERE ${isDue(new Date())}`;
    return row;
  }
}
