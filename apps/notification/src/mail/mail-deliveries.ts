import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { backOffMs, isTooOld } from './back-off.js';
import { takeTurns, type TakenDelivery } from './take-turns.js';

/** Runs once per email: raw SQL, prepared once per connection (docs/adr/0016). */
const settle = {
  name: 'settle-mail',
  text: `UPDATE mail_deliveries SET state = $1, settled_at = now(), last_error = NULL
         WHERE id = $2::uuid AND state = 'pending'`,
};

/** Larger than the number of recipients of any email, so that a part that is split again gets separate numbers. */
const PARTS = 10_000;

/**
 * The statements of the mail worker, except the one that ends an email to a patient. Uses leases instead of open
 * transactions: no lock is held while a server responds.
 */
@Injectable()
export class MailDeliveries {
  /** The next turn starts with the user after this one; replicas start at different users. */
  private lastServed: string = randomUUID();

  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Claims up to `limit` due deliveries, round robin; no other worker gets them until the lease ends. No user
   * gets more than `share` places; `held` contains how many each already has.
   */
  async take(limit: number, share = limit, held: ReadonlyMap<string, number> = new Map()) {
    const { MAIL_LEASE_MS: leaseMs } = this.config;
    const taken = await takeTurns(this.prisma, { limit, share, held, after: this.lastServed, leaseMs });
    this.lastServed = taken.at(-1)?.userId ?? this.lastServed;
    return taken;
  }

  async settle({ id }: TakenDelivery, state: 'sent' | 'no_recipient' | 'cancelled'): Promise<void> {
    await this.prisma.pool.query({ ...settle, values: [state, id] });
  }

  /** Which of these users have chosen to get no emails about documents. */
  async silentAmong(userIds: string[]): Promise<Set<string>> {
    const where = { userId: { in: userIds }, choice: 'none' };
    const readers = await this.prisma.documentReader.findMany({ where, select: { userId: true } });
    return new Set(readers.map(({ userId }) => userId));
  }

  /** Whether an email says that an account is disabled or enabled, and the latest event says the opposite. */
  async isOutdated({ purpose, userId }: TakenDelivery): Promise<boolean> {
    if (purpose !== 'account_disabled' && purpose !== 'account_enabled') return false;
    const user = await this.prisma.documentReader.findUnique({ where: { userId } });
    return user !== null && user.disabled !== (purpose === 'account_disabled');
  }

  /**
   * Splits a delivery into one per recipient, in one statement: each is then sent, retried and counted
   * separately.
   */
  async split({ id }: TakenDelivery, recipientIds: string[]): Promise<void> {
    await this.prisma.$executeRaw`
      WITH whole AS (
        UPDATE mail_deliveries SET state = 'split', settled_at = now()
        WHERE id = ${id}::uuid AND state = 'pending' RETURNING *)
      INSERT INTO mail_deliveries (event_id, purpose, part, user_id, recipient_id, document_id, token_id,
        team_id, documents, correlation_id, traceparent)
      SELECT event_id, purpose, whole.part * ${PARTS} + recipient.part, user_id, recipient.id, document_id, token_id, team_id,
        documents, correlation_id, traceparent
      FROM whole, unnest(${recipientIds}::uuid[]) WITH ORDINALITY AS recipient (id, part)`;
  }

  /** Schedules a delivery for a retry, or gives it up when it is too old. Returns the outcome. */
  async failed(delivery: TakenDelivery, code: string, refused: boolean): Promise<'pending' | 'failed'> {
    const { MAIL_GIVE_UP_HOURS, MAIL_RETRY_MS } = this.config;
    const tooOld = isTooOld(delivery.createdAt, MAIL_GIVE_UP_HOURS);
    const state = tooOld ? 'failed' : 'pending';
    const waitMs = backOffMs(delivery.attempts, MAIL_RETRY_MS, refused, Math.random());
    await this.prisma.$executeRaw`
      UPDATE mail_deliveries
      SET state = ${state}, last_error = ${code}, due_at = now() + ${waitMs} * interval '1 millisecond',
          settled_at = CASE WHEN ${tooOld} THEN now() END
      WHERE id = ${delivery.id}::uuid AND state = 'pending' AND attempts = ${delivery.attempts}`;
    return state;
  }
}
