import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { isNotNeeded } from './forget-phone-numbers.js';

const BATCH = 1_000;

/**
 * Removes the email addresses of links that have ended, as `ForgetPhoneNumbers` does with numbers. The keyed hash of an
 * address is kept for the day whose limit it counts against.
 */
@Injectable()
export class ForgetEmailAddresses {
  constructor(@Inject(PrismaService) private readonly prisma: PrismaService) {}

  /** Clears one batch in each table; returns how many addresses were removed. */
  async execute(): Promise<number> {
    const notNeeded = isNotNeeded(false);
    const shown = await this.prisma.$executeRaw`
      UPDATE tokens SET email_address = NULL WHERE id IN (
        SELECT id FROM tokens t WHERE ${notNeeded} AND email_address IS NOT NULL
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
    const sent = await this.prisma.$executeRaw`
      UPDATE link_emails SET address = NULL WHERE delivery_id IN (
        SELECT e.delivery_id FROM link_emails e JOIN tokens t ON t.id = e.token_id
        WHERE e.address IS NOT NULL AND ${notNeeded}
        LIMIT ${BATCH} FOR UPDATE OF e SKIP LOCKED)`;
    await this.prisma.$executeRaw`
      UPDATE link_emails SET address_mark = NULL WHERE delivery_id IN (
        SELECT delivery_id FROM link_emails
        WHERE address_mark IS NOT NULL AND created_at < now() - interval '1 day'
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
    return shown + sent;
  }
}
