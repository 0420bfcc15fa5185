import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';

const BATCH = 1_000;

/**
 * Removes the phone numbers of links that have ended: they are kept for texting the link again, which is possible for
 * active links only. `sms_sends` gets an empty text, because version 0.1 cannot read a null there.
 */
@Injectable()
export class ForgetPhoneNumbers {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /** One batch of each table; returns how many numbers were removed. */
  async execute(): Promise<number> {
    const shown = await this.prisma.$executeRaw`
      UPDATE tokens SET sms_phone_number = NULL WHERE id IN (
        SELECT id FROM tokens WHERE status IN ('used', 'expired', 'revoked') AND sms_phone_number IS NOT NULL
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
    const sent = await this.prisma.$executeRaw`
      UPDATE sms_sends SET phone_number = '' WHERE delivery_id IN (
        SELECT s.delivery_id FROM sms_sends s JOIN tokens t ON t.id = s.token_id
        WHERE s.phone_number > '' AND t.status <> 'active'
        LIMIT ${BATCH} FOR UPDATE OF s SKIP LOCKED)`;
    return shown + sent;
  }
}
