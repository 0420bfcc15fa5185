import type { Tx } from '../database/prisma.service.js';
import type { Purpose } from './purpose.js';

/**
 * A delivery claimed for sending; `attempts` includes this attempt and proves that the claim is still valid.
 */
export interface TakenDelivery {
  id: string;
  eventId: string;
  purpose: Purpose;
  userId: string;
  recipientId: string | null;
  documentId: string | null;
  tokenId: string | null;
  teamId: string | null;
  /** How many documents it is about. */
  documents: number;
  sessionId: string | null;
  attempts: number;
  createdAt: Date;
  correlationId: string | null;
  traceparent: string | null;
}

export interface Turns {
  limit: number;
  /** Maximum number of places for one user. */
  share: number;
  /** Places that users already have, by user id. */
  held: ReadonlyMap<string, number>;
  /** The user id after which the turns continue. */
  after: string;
  leaseMs: number;
}

/**
 * Claims due deliveries round robin by the user they are about (`user_id`), each user's earliest due first, and returns
 * them in this order. However many emails wait for one user, another user's email waits for at most one email of each
 * other user. `ahead` and `behind` walk the index from user to user, from `after` to the end and then from the beginning
 * to `after`. They stop as soon as `limit` users with a due email are found, so the cost does not grow with the number
 * of emails waiting. Of each user, up to twice `limit` rows are read, since another replica may have locked some of
 * them.
 */
export async function takeTurns(prisma: Pick<Tx, '$queryRaw'>, turns: Turns): Promise<TakenDelivery[]> {
  const { limit, share, held, after, leaseMs } = turns;
  const holders = [...held.keys()];
  const places = [...held.values()];
  const taken = await prisma.$queryRaw<(TakenDelivery & { place: bigint })[]>`
    WITH RECURSIVE ahead AS (
      SELECT (SELECT user_id FROM mail_deliveries WHERE state = 'pending' AND user_id > ${after}::uuid
              ORDER BY user_id LIMIT 1) AS person
      UNION ALL
      SELECT (SELECT user_id FROM mail_deliveries WHERE state = 'pending' AND user_id > ahead.person
              ORDER BY user_id LIMIT 1)
      FROM ahead WHERE person IS NOT NULL),
    behind AS (
      SELECT (SELECT user_id FROM mail_deliveries WHERE state = 'pending' ORDER BY user_id LIMIT 1) AS person
      UNION ALL
      SELECT (SELECT user_id FROM mail_deliveries WHERE state = 'pending' AND user_id > behind.person
              ORDER BY user_id LIMIT 1)
      FROM behind WHERE person < ${after}::uuid),
    people AS (
      SELECT person, places FROM (
        SELECT person, ${share}::int - coalesce((SELECT held.places FROM unnest(${holders}::uuid[], ${places}::int[])
          AS held (holder, places) WHERE holder = person), 0) AS places
        FROM (SELECT person FROM ahead UNION ALL SELECT person FROM behind WHERE person <= ${after}::uuid) AS everybody
        WHERE person IS NOT NULL) AS everybody
      WHERE places > 0 AND (SELECT due_at <= now() FROM mail_deliveries WHERE state = 'pending' AND user_id = person
        ORDER BY due_at LIMIT 1)
      LIMIT ${limit}),
    queue AS (
      SELECT next.id, row_number() OVER (ORDER BY next.turn, next.turn_of) AS place
      FROM (SELECT row_number() OVER () AS turn_of, person, places FROM people) AS p
      CROSS JOIN LATERAL (
        SELECT id, p.turn_of, row_number() OVER (ORDER BY due_at, id) AS turn
        FROM mail_deliveries WHERE state = 'pending' AND user_id = p.person AND due_at <= now()
        ORDER BY due_at, id LIMIT least(p.places, ${limit * 2})) AS next),
    due AS MATERIALIZED (
      SELECT d.id, queue.place FROM queue JOIN mail_deliveries d USING (id)
      WHERE d.state = 'pending' AND d.due_at <= now()
      ORDER BY queue.place LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED)
    UPDATE mail_deliveries d
    SET attempts = d.attempts + 1, due_at = now() + ${leaseMs} * interval '1 millisecond'
    FROM due WHERE d.id = due.id
    RETURNING d.id, d.event_id AS "eventId", d.purpose, d.user_id AS "userId", d.recipient_id AS "recipientId",
      d.document_id AS "documentId", d.token_id AS "tokenId", d.team_id AS "teamId", d.documents, d.session_id AS "sessionId", d.attempts,
      d.created_at AS "createdAt", d.correlation_id AS "correlationId", d.traceparent, due.place`;
  return taken
    .sort((one, other) => Number(one.place - other.place))
    .map(({ place: _, ...delivery }) => delivery);
}
