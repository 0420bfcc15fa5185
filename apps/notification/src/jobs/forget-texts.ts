import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { startOfLimitDay } from '@caredrop/contracts';

const BATCH = 1_000;

/**
 * Removes phone numbers that are no longer needed, and the texts that version 0.1 stored beside them. A number is
 * needed until its text is settled, and until the end of its day, because texts to one number have a daily limit.
 */
@Injectable()
export class ForgetTexts {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /** Returns the number of texts cleaned. */
  async execute(now = new Date()): Promise<number> {
    let all = 0;
    for (;;) {
      const count = await this.prisma.$executeRaw`
        UPDATE sms_deliveries SET phone_number = '', template = '' WHERE id IN (
          SELECT id FROM sms_deliveries
          WHERE phone_number > '' AND created_at < ${startOfLimitDay(now)}::timestamptz
            AND state NOT IN ('sending', 'unknown') AND check_at IS NULL
          LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
      all += count;
      if (count < BATCH) return all;
    }
  }
}
