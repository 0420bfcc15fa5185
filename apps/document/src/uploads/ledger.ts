import { createHash } from 'node:crypto';
import type { UploadReceipt, UsedLinkReceipt } from '@caredrop/contracts';
import type { RawSql } from '@caredrop/messaging';
import { linkUsed } from './upload.errors.js';

/** What a link has received. The entry stays when the document is deleted. */
interface Entry {
  idempotencyHash: string | null;
  patientRefId: string;
  fileName: string;
  fileSize: number;
  receivedSha256: Uint8Array;
  receivedAt: Date;
}

/** The 201 response of an earlier upload, and the hash of its file. */
export interface OwnReceipt {
  receipt: UploadReceipt;
  receivedSha256: Uint8Array;
}

export const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

async function findReceipt(sql: RawSql, tokenHash: Uint8Array): Promise<Entry | undefined> {
  const [entry] = await sql.$queryRawUnsafe<Entry[]>(
    `SELECT idempotency_hash AS "idempotencyHash", patient_ref_id AS "patientRefId", file_name AS "fileName",
            file_size AS "fileSize", received_at AS "receivedAt",
            received_sha256 AS "receivedSha256"
     FROM ledger WHERE token_hash = $1`,
    tokenHash,
  );
  return entry;
}

/**
 * Returns the ledger's entry for this link and key. Throws 410 when the link has an entry with another key, or when
 * either has no key.
 */
export async function findOwnReceipt(
  sql: RawSql,
  { tokenHash, idempotencyHash }: { tokenHash: Uint8Array; idempotencyHash: string | null },
): Promise<OwnReceipt | undefined> {
  const entry = await findReceipt(sql, tokenHash);
  return entry && ownReceipt(entry, idempotencyHash);
}

/**
 * Returns the receipt of the earlier upload with the same idempotency key. Throws 410 if the key differs or there is
 * none.
 */
function ownReceipt(entry: Entry, idempotencyHash: string | null): OwnReceipt {
  const receivedAt = entry.receivedAt.toISOString();
  const used: UsedLinkReceipt = { receivedAt, patientRefId: entry.patientRefId };
  if (idempotencyHash === null || entry.idempotencyHash !== idempotencyHash) throw linkUsed(used);
  const receipt = { file_name: entry.fileName, file_size: entry.fileSize, ...used };
  return { receipt, receivedSha256: entry.receivedSha256 };
}
