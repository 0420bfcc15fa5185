import type { UploadReceipt } from '@caredrop/contracts';
import type { ClaimedToken } from '@caredrop/contracts/internal';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { aboutDocument } from '../documents/about-document.js';
import { scanEndings } from '../storage/scanner.js';
import type { NewAttempt } from './attempts.js';
import type { FileDigests, FileFacts } from './stages/seal-file.js';

/** Everything that a commit writes. */
export interface Acceptance {
  attempt: NewAttempt;
  token: ClaimedToken;
  link: string;
  file: FileFacts & FileDigests;
  receivedAt: Date;
}

/** The attempt was abandoned in the meantime (settled or swept), so nothing was committed. */
class AttemptNotOpen extends Error {
  constructor() {
    super('The attempt is no longer open');
    this.name = 'AttemptNotOpen';
  }
}

/**
 * Attempt, ledger and document in one round trip (docs/adr/0016). Without an open attempt it writes nothing and
 * counts 0 rows.
 */
const COMMIT_DOCUMENT = `
  WITH attempt AS (
    UPDATE attempts SET state = 'completed', closed_at = now()
    WHERE claim_id = $1::uuid AND state = 'open'
    RETURNING claim_id
  ), entry AS (
    INSERT INTO ledger (claim_id, document_id, token_id, token_hash, idempotency_hash, patient_ref_id, file_name,
                        file_size, received_sha256, received_at)
    SELECT claim_id, $2::uuid, $3::uuid, $4::bytea, $5, $6, $7, $8::int, $9::bytea, $10::timestamptz FROM attempt
  )
  INSERT INTO documents (id, token_id, patient_ref_id, file_name, file_size, created_at, owner_id,
                         owner_first_name, owner_last_name, link, token_created_at, token_expires_at, file_type, kind,
                         sha256, comment, state, storage_key, key_id, wrapped_key, next_scan_at, team_id, owner_version,
                         request_id, request_item)
  SELECT $2::uuid, $3::uuid, $6, $7, $8::int, $10::timestamptz, $11::uuid, $12, $13, $14, $15::timestamptz,
         $16::timestamptz, $17, $18, $19::bytea, $20, $21, $22, $23, $24::bytea, $25::timestamptz, $26::uuid,
         $27::int, $28::uuid, $29::jsonb
  FROM attempt`;

/**
 * Writes attempt, ledger, document and events. Throws {@link AttemptNotOpen}, which rolls the transaction back,
 * when the attempt is no longer open.
 */
export async function writeAcceptance(tx: Tx, emit: Emit, acceptance: Acceptance): Promise<void> {
  const { attempt, token, file, receivedAt } = acceptance;
  if ((await tx.$executeRawUnsafe(COMMIT_DOCUMENT, ...valuesOf(acceptance))) === 0)
    throw new AttemptNotOpen();
  await emit({
    type: 'upload.completed',
    aggregateId: attempt.documentId,
    aggregateVersion: 1,
    data: {
      ...aboutDocument({ ...token, id: attempt.documentId, teamId: token.teamId ?? null }),
      claimId: attempt.claimId,
      receivedAt: receivedAt.toISOString(),
      // Consumers only need to know whether it is locked.
      scan: file.scan === 'pending' ? 'pending' : 'clean',
    },
  });
  await recordUpload(emit, acceptance);
}

export function toReceipt({ token, file, receivedAt }: Acceptance): UploadReceipt {
  return {
    file_name: file.fileName,
    file_size: file.fileSize,
    patientRefId: token.patientRefId,
    receivedAt: receivedAt.toISOString(),
  };
}

/** Audits the patient's action, and the scan during it, with or without a verdict. */
async function recordUpload(emit: Emit, { attempt, token, file }: Acceptance): Promise<void> {
  const subject = auditSubject.document(attempt.documentId);
  const related = [auditSubject.token(token.tokenId), auditSubject.user(token.ownerId)];
  await recordAuditEvent(emit, { action: 'document.upload', actor: 'patient', subject, related });
  const ending = scanEndings[file.scan];
  await recordAuditEvent(emit, { action: 'document.scan', actor: 'system', subject, related, ...ending });
}

function valuesOf({ attempt, token, link, file, receivedAt }: Acceptance): unknown[] {
  const checking = file.scan === 'pending';
  return [
    attempt.claimId,
    attempt.documentId,
    token.tokenId,
    attempt.tokenHash,
    attempt.idempotencyHash,
    token.patientRefId,
    file.fileName,
    file.fileSize,
    file.receivedSha256,
    receivedAt,
    token.ownerId,
    token.ownerFirstName,
    token.ownerLastName,
    link,
    new Date(token.createdAt),
    new Date(token.expiresAt),
    file.fileType,
    file.fileType === 'application/pdf' ? 'pdf' : 'image',
    file.sha256,
    file.comment,
    checking ? 'checking' : 'ready',
    attempt.storageKey,
    file.key.keyId,
    file.key.wrappedKey,
    checking ? receivedAt : null,
    token.teamId ?? null,
    token.version ?? null,
    ...requestOf(token),
  ];
}

/** The request as it is stored: its id, and which of its documents this is. */
function requestOf({ request }: ClaimedToken): [string | null, string | null] {
  if (!request) return [null, null];
  const { id, ...item } = request;
  return [id, JSON.stringify(item)];
}
