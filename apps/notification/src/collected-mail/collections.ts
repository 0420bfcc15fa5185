import type { Tx } from '../database/prisma.service.js';

/** A document that can be opened, and the event that reported it. */
export interface NewDocument {
  eventId: string;
  correlationId: string;
  /** The owner. */
  userId: string;
  teamId: string | null;
  documentId: string;
  tokenId: string;
  traceparent: string | null;
  /** The previous owner and team, whose recipients were already notified of the document; null if there were none. */
  announcedTo: Pick<NewDocument, 'userId' | 'teamId'> | null;
}

/** A document and one of its recipients, or a document whose recipients are looked up when its email is sent. */
export interface Announced extends NewDocument {
  /** Null: the recipients that auth returns for owner and team when the email is sent. */
  recipientId: string | null;
  /** The recipient is the owner, whose emails go to the administrators because no one looks after the link. */
  toAdmins: boolean;
  /** 0 for a single recipient; counted from 1 for several recipients of one document. */
  part: number;
}

/** Adds a document to the user's open collection. False if there is none. The user must be locked. */
export async function addToCollection(tx: Tx, userId: string): Promise<boolean> {
  const added = await tx.$executeRaw`
    UPDATE mail_deliveries SET documents = documents + 1 WHERE user_id = ${userId}::uuid AND state = 'collecting'`;
  return added > 0;
}

/** Opens a collection with its first document, whose ids are used if it stays the only one. */
export async function openCollection(
  tx: Tx,
  document: Announced & { recipientId: string },
  dueAt: Date,
): Promise<void> {
  const { eventId, recipientId, part, documentId, tokenId, correlationId } = document;
  await tx.$executeRaw`
    INSERT INTO mail_deliveries (event_id, purpose, part, user_id, recipient_id, document_id, token_id,
      correlation_id, state, due_at)
    VALUES (${eventId}::uuid, 'documents_collected', ${part}, ${recipientId}::uuid, ${recipientId}::uuid,
      ${documentId}::uuid, ${tokenId}::uuid, ${correlationId}, 'collecting', ${dueAt})
    ON CONFLICT (event_id, purpose, part) DO NOTHING`;
}

/** Queues an email about one document, to be sent at once. */
export async function queueAtOnce(tx: Tx, document: Announced): Promise<void> {
  const { eventId, userId, recipientId, teamId, part, documentId, tokenId, correlationId, traceparent } =
    document;
  await tx.$executeRaw`
    INSERT INTO mail_deliveries (event_id, purpose, part, user_id, recipient_id, team_id, document_id, token_id,
      correlation_id, traceparent)
    VALUES (${eventId}::uuid, 'document_arrived', ${part}, ${recipientId ?? userId}::uuid, ${recipientId}::uuid,
      ${recipientId === null ? teamId : null}::uuid, ${documentId}::uuid, ${tokenId}::uuid, ${correlationId}, ${traceparent})
    ON CONFLICT (event_id, purpose, part) DO NOTHING`;
}

/**
 * Hands the collections that are due to the mail worker, which sends them like any other email: from here on no
 * document is added. Documents that follow are collected again, until `quietUntil` if the user's choice is `collected`.
 * A collection waits while an earlier one of its user has not been sent, so that an outage does not leave one email for
 * every half hour. Returns how many were released.
 *
 * The user's row is locked first, as when a document is added. Replicas skip users whom another one has locked.
 */
export async function releaseDue(tx: Pick<Tx, '$executeRaw'>, now: Date, quietUntil: Date): Promise<number> {
  return tx.$executeRaw`
    WITH due AS (
      SELECT d.user_id FROM mail_deliveries d
      WHERE d.state = 'collecting' AND d.due_at <= ${now}
        AND NOT EXISTS (SELECT FROM mail_deliveries earlier WHERE earlier.state = 'pending'
          AND earlier.user_id = d.user_id AND earlier.purpose = 'documents_collected')
      ORDER BY d.due_at LIMIT 500),
    locked AS MATERIALIZED (
      SELECT r.user_id FROM document_readers r JOIN due USING (user_id) ORDER BY r.user_id
      FOR UPDATE OF r SKIP LOCKED),
    released AS (
      UPDATE mail_deliveries d SET state = 'pending', due_at = now(), created_at = now()
      FROM locked WHERE d.user_id = locked.user_id AND d.state = 'collecting' AND d.due_at <= ${now}
      RETURNING d.user_id)
    UPDATE document_readers r SET quiet_until = ${quietUntil} FROM released WHERE r.user_id = released.user_id`;
}

/**
 * Makes the user's open collection due no later than `latest`; null cancels it. The user must be locked.
 */
export async function moveCollection(tx: Tx, userId: string, latest: Date | null): Promise<void> {
  if (latest === null)
    await tx.$executeRaw`
      UPDATE mail_deliveries SET state = 'cancelled', settled_at = now()
      WHERE user_id = ${userId}::uuid AND state = 'collecting'`;
  else
    await tx.$executeRaw`
      UPDATE mail_deliveries SET due_at = least(due_at, ${latest})
      WHERE user_id = ${userId}::uuid AND state = 'collecting'`;
}
