import { limits } from '@caredrop/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { THANKS_DAYS } from '../thanks/thanks-rules.js';

const BATCH = 1_000;

/** Matches `thanksRejection`, as far as the link itself decides. */
const mayBeThanked = Prisma.sql`(t.has_sms AND t.sms_status IS DISTINCT FROM 'failed' AND t.thanked_at IS NULL
  AND t.document_state = 'present' AND t.received_at > now() - ${THANKS_DAYS}::int * interval '1 day')`;

/**
 * Matches links whose number is no longer needed: `keptNumber` returns null for them, and no thanks can be sent to the
 * number any more. Uses the database's clock and the stored status.
 */
export const isNotNeeded = (thanks: boolean) => Prisma.sql`(t.status = 'revoked'
  OR (t.status = 'used' AND NOT (${thanks} AND ${mayBeThanked}))
  OR (t.status = 'expired'
    AND (t.replaced_by IS NOT NULL OR t.expires_at <= now() - ${limits.renewalDays}::int * interval '1 day')))`;

/**
 * Removes the phone numbers of links that have ended. They are kept for texting the link again while it is active, for
 * texting a new link for 90 days after it expired, and for thanks if those are turned on. `sms_sends` gets an empty
 * string, because version 0.1 cannot read a null there. The keyed hash of a reminder's number is kept for the day
 * during which the number gets no other reminder.
 */
@Injectable()
export class ForgetPhoneNumbers {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'THANKS'>,
  ) {}

  /** Clears one batch in each table; returns how many numbers were removed. */
  async execute(): Promise<number> {
    const notNeeded = isNotNeeded(this.config.THANKS === 'on');
    const shown = await this.prisma.$executeRaw`
      UPDATE tokens SET sms_phone_number = NULL WHERE id IN (
        SELECT id FROM tokens t WHERE ${notNeeded} AND sms_phone_number IS NOT NULL
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
    const sent = await this.prisma.$executeRaw`
      UPDATE sms_sends SET phone_number = '' WHERE delivery_id IN (
        SELECT s.delivery_id FROM sms_sends s JOIN tokens t ON t.id = s.token_id
        WHERE s.phone_number > '' AND ${notNeeded}
        LIMIT ${BATCH} FOR UPDATE OF s SKIP LOCKED)`;
    await this.prisma.$executeRaw`
      UPDATE sms_sends SET number_mark = NULL WHERE delivery_id IN (
        SELECT delivery_id FROM sms_sends
        WHERE number_mark IS NOT NULL AND send_at IS NULL AND created_at < now() - interval '1 day'
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
    return shown + sent;
  }
}
