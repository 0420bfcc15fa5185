import { Inject, Injectable } from '@nestjs/common';
import type { SmsAllowance, SmsAllowanceRequest } from '@caredrop/contracts/internal';
import { CONFIG, twilioAccount, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { countedToday } from './counted-today.js';
import { secondsToNextDay } from './utc-day.js';

@Injectable()
export class SmsAllowanceQueries {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns what would stop these texts now, except the limit per number. The limits are enforced when a text is sent,
   * not here.
   */
  async of({ senderId, numbers }: SmsAllowanceRequest, now = new Date()): Promise<SmsAllowance> {
    const found = await this.prisma.smsSuppression.findMany({
      where: { phoneNumber: { in: numbers } },
      select: { phoneNumber: true },
    });
    const sent = await this.prisma.smsDelivery.count({ where: { senderId, ...countedToday(now) } });
    return {
      configured: twilioAccount(this.config) !== null,
      left: Math.max(0, this.config.SMS_PER_CLINICIAN_PER_DAY - sent),
      retryAfterSeconds: secondsToNextDay(now),
      suppressed: found.map(({ phoneNumber }) => phoneNumber),
    };
  }
}
