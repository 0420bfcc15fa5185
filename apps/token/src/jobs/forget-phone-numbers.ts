import { limits } from '@caredrop/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';

const BATCH = 1_000;

/** The same rule as `keptNumber`, by the database's clock and the stored status. */
const isNotNeeded = Prisma.sql`(t.status IN ('used', 'revoked') OR (t.status = 'expired'
  AND (t.replaced_by IS NOT NULL OR t.expires_at <= now() - ${limits.renewalDays}::int * interval '1 day')))`;

/**
 * Removes the phone numbers of links that have ended. They are kept for texting the link again while it is active,
 * and for texting a new one for 90 days after it expired. `sms_sends` gets an empty text, because version 0.1 cannot
 * read a null there. The keyed hash of a reminder's number is kept for the day in which the number gets no other
 * reminder.
 */
@Injectable()
export class ForgetPhoneNumbers {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /** One batch of each table; returns how many numbers were removed. */
  async execute(): Promise<number> {
    const shown = await this.prisma.$executeRaw`
      UPDATE tokens SET sms_phone_number = NULL WHERE id IN (
        SELECT id FROM tokens t WHERE ${isNotNeeded} AND sms_phone_number IS NOT NULL
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
    const sent = await this.prisma.$executeRaw`
      UPDATE sms_sends SET phone_number = '' WHERE delivery_id IN (
        SELECT s.delivery_id FROM sms_sends s JOIN tokens t ON t.id = s.token_id
        WHERE s.phone_number > '' AND ${isNotNeeded}
        LIMIT ${BATCH} FOR UPDATE OF s SKIP LOCKED)`;
    await this.prisma.$executeRaw`
      UPDATE sms_sends SET number_mark = NULL WHERE delivery_id IN (
        SELECT delivery_id FROM sms_sends
        WHERE number_mark IS NOT NULL AND send_at IS NULL AND created_at < now() - interval '1 day'
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
    return shown + sent;
  }
}
