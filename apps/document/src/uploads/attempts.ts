import type { RawSql, TransactionRunner } from '@caredrop/messaging';
import { requestPurge } from '../storage/purges.js';

/** Written before anything is claimed or stored. */
export interface NewAttempt {
  claimId: string;
  documentId: string;
  storageKey: string;
  tokenHash: Uint8Array;
  idempotencyHash: string | null;
}

/** The outcome of an attempt. */
export type Ending = { state: 'completed'; documentId: string; receivedAt: Date } | { state: 'abandoned' };

export async function openAttempt(sql: RawSql, attempt: NewAttempt): Promise<void> {
  await sql.$executeRawUnsafe(
    `INSERT INTO attempts (claim_id, document_id, storage_key, token_hash, idempotency_hash)
     VALUES ($1::uuid, $2::uuid, $3, $4, $5)`,
    attempt.claimId,
    attempt.documentId,
    attempt.storageKey,
    attempt.tokenHash,
    attempt.idempotencyHash,
  );
}

/** Deletes an attempt whose claim was denied: no later call will ask about it. */
export async function forgetAttempt(sql: RawSql, claimId: string): Promise<void> {
  await sql.$executeRawUnsafe(`DELETE FROM attempts WHERE claim_id = $1::uuid AND state = 'open'`, claimId);
}

/**
 * Settles an attempt permanently: abandons it when it is open, otherwise returns its outcome. The row's lock
 * serialises this with a commit in progress, so both see the same outcome. An unknown claim id gets a tombstone, so
 * that 'abandoned' stays true. The object of an abandoned attempt is queued for deletion unless the caller passes
 * `nothingStored`.
 */
export async function settleAttempt(
  database: TransactionRunner,
  claimId: string,
  lateWriteMs: number,
  nothingStored = false,
): Promise<Ending> {
  return database.$transaction(async (tx) => {
    const [row] = await tx.$queryRawUnsafe<Array<{ state: string; storageKey: string | null }>>(
      `INSERT INTO attempts AS a (claim_id, state, closed_at) VALUES ($1::uuid, 'abandoned', now())
       ON CONFLICT (claim_id) DO UPDATE SET
         state = CASE a.state WHEN 'open' THEN 'abandoned' ELSE a.state END,
         closed_at = coalesce(a.closed_at, now())
       RETURNING state, storage_key AS "storageKey"`,
      claimId,
    );
    if (row?.state === 'completed') return completedAttempt(tx, claimId);
    if (row?.storageKey && !nothingStored) await requestPurge(tx, [row.storageKey], lateWriteMs);
    return { state: 'abandoned' };
  });
}

/**
 * Abandons up to 200 attempts that have been open for too long, for example because their process died; returns the
 * number.
 */
export async function abandonOld(
  database: TransactionRunner,
  olderThanMs: number,
  lateWriteMs: number,
): Promise<number> {
  return database.$transaction(async (tx) => {
    const rows = await tx.$queryRawUnsafe<Array<{ storageKey: string | null }>>(
      `UPDATE attempts SET state = 'abandoned', closed_at = now() WHERE claim_id IN (
         SELECT claim_id FROM attempts WHERE state = 'open' AND opened_at < now() - $1 * interval '1 millisecond'
         ORDER BY opened_at LIMIT 200 FOR UPDATE SKIP LOCKED)
       RETURNING storage_key AS "storageKey"`,
      olderThanMs,
    );
    await requestPurge(
      tx,
      rows.flatMap(({ storageKey }) => storageKey ?? []),
      lateWriteMs,
    );
    return rows.length;
  });
}

async function completedAttempt(tx: RawSql, claimId: string): Promise<Ending> {
  const [entry] = await tx.$queryRawUnsafe<Array<{ documentId: string; receivedAt: Date }>>(
    'SELECT document_id AS "documentId", received_at AS "receivedAt" FROM ledger WHERE claim_id = $1::uuid',
    claimId,
  );
  if (!entry) throw new Error('A completed attempt has no ledger entry');
  return { state: 'completed', ...entry };
}

/** Deletes old abandoned attempts; a late query for one creates a new tombstone. */
export async function forgetAbandoned(sql: RawSql): Promise<void> {
  await sql.$executeRawUnsafe(
    `DELETE FROM attempts WHERE claim_id IN (
       SELECT claim_id FROM attempts WHERE state = 'abandoned' AND closed_at < now() - interval '30 days' LIMIT 1000)`,
  );
}
