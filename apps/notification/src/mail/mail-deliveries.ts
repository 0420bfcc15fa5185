import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { backOffMs } from './back-off.js';
import type { Purpose } from './purpose.js';

/** A delivery taken for sending; `attempts` counts this try and proves that it is still ours. */
export interface TakenDelivery {
  id: string;
  eventId: string;
  purpose: Purpose;
  userId: string;
  recipientId: string | null;
  documentId: string | null;
  tokenId: string | null;
  sessionId: string | null;
  attempts: number;
  createdAt: Date;
  correlationId: string | null;
  traceparent: string | null;
}

/** Once for each mail: past Prisma, and prepared once for each connection (docs/adr/0016). */
const settle = {
  name: 'settle-mail',
  text: `UPDATE mail_deliveries SET state = $1, settled_at = now(), last_error = NULL
         WHERE id = $2::uuid AND state = 'pending'`,
};

/** Every statement the mail worker makes. Leases instead of open transactions: no lock is held while a server answers. */
@Injectable()
export class MailDeliveries {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Takes up to `limit` due deliveries; no other worker gets them until the lease is over. */
  take(limit: number): Promise<TakenDelivery[]> {
    return this.prisma.$queryRaw<TakenDelivery[]>`
      WITH due AS MATERIALIZED (
        SELECT id FROM mail_deliveries WHERE state = 'pending' AND due_at <= now()
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      UPDATE mail_deliveries d
      SET attempts = d.attempts + 1, due_at = now() + ${this.config.MAIL_LEASE_MS} * interval '1 millisecond'
      FROM due WHERE d.id = due.id
      RETURNING d.id, d.event_id AS "eventId", d.purpose, d.user_id AS "userId", d.recipient_id AS "recipientId",
        d.document_id AS "documentId", d.token_id AS "tokenId", d.session_id AS "sessionId", d.attempts, d.created_at AS "createdAt",
        d.correlation_id AS "correlationId", d.traceparent`;
  }

  async settle({ id }: TakenDelivery, state: 'sent' | 'no_recipient'): Promise<void> {
    await this.prisma.pool.query({ ...settle, values: [state, id] });
  }

  /** Turns a delivery into one per recipient, in one statement: each is then sent, retried and counted by itself. */
  async split({ id }: TakenDelivery, recipientIds: string[]): Promise<void> {
    await this.prisma.$executeRaw`
      WITH whole AS (
        UPDATE mail_deliveries SET state = 'split', settled_at = now()
        WHERE id = ${id}::uuid AND state = 'pending' RETURNING *)
      INSERT INTO mail_deliveries (event_id, purpose, part, user_id, recipient_id, document_id, token_id,
        correlation_id, traceparent)
      SELECT event_id, purpose, recipient.part, user_id, recipient.id, document_id, token_id, correlation_id, traceparent
      FROM whole, unnest(${recipientIds}::uuid[]) WITH ORDINALITY AS recipient (id, part)`;
  }

  /** Puts a delivery back for a later try, or gives it up when it is too old. Answers what became of it. */
  async failed(delivery: TakenDelivery, code: string, refused: boolean): Promise<'pending' | 'failed'> {
    const { MAIL_GIVE_UP_HOURS, MAIL_RETRY_MS } = this.config;
    const tooOld = Date.now() - delivery.createdAt.getTime() > MAIL_GIVE_UP_HOURS * 3_600_000;
    const state = tooOld ? 'failed' : 'pending';
    const waitMs = backOffMs(delivery.attempts, MAIL_RETRY_MS, refused, Math.random());
    await this.prisma.$executeRaw`
      UPDATE mail_deliveries
      SET state = ${state}, last_error = ${code}, due_at = now() + ${waitMs} * interval '1 millisecond',
          settled_at = CASE WHEN ${tooOld} THEN now() END
      WHERE id = ${delivery.id}::uuid AND state = 'pending' AND attempts = ${delivery.attempts}`;
    return state;
  }

  /** Deliveries by state, as far as they want attention. */
  async counts(): Promise<{ state: string; count: number }[]> {
    return this.prisma.$queryRaw`
      SELECT state, count(*)::int AS count FROM mail_deliveries
      WHERE state IN ('pending', 'failed', 'no_recipient') GROUP BY state`;
  }
}
