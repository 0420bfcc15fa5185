import type { UploadReceipt } from '@caredrop/contracts';
import type { ClaimedToken } from '@caredrop/contracts/internal';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { completeAttempt, type NewAttempt } from './attempts.js';
import { addToLedger } from './ledger.js';
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
 * Writes attempt, ledger, document and events. Throws {@link AttemptNotOpen} when the transaction must be
 * rolled back.
 */
export async function writeAcceptance(tx: Tx, emit: Emit, acceptance: Acceptance): Promise<void> {
  const { attempt, token, file, receivedAt } = acceptance;
  if (!(await completeAttempt(tx, attempt.claimId))) throw new AttemptNotOpen();
  await addToLedger(tx, { ...attempt, ...file, ...token, receivedAt });
  await tx.document.create({ data: toRow(acceptance) });
  await emit({
    type: 'upload.completed',
    aggregateId: attempt.documentId,
    aggregateVersion: 1,
    data: {
      documentId: attempt.documentId,
      tokenId: token.tokenId,
      ownerId: token.ownerId,
      claimId: attempt.claimId,
      receivedAt: receivedAt.toISOString(),
      scan: file.scan,
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

/** The patient's action, and the scanner's verdict that was reached during it. */
async function recordUpload(emit: Emit, { attempt, token, file }: Acceptance): Promise<void> {
  const subject = auditSubject.document(attempt.documentId);
  const related = [auditSubject.token(token.tokenId), auditSubject.user(token.ownerId)];
  await recordAuditEvent(emit, { action: 'document.upload', actor: 'patient', subject, related });
  const verdict = file.scan === 'clean' ? {} : ({ outcome: 'failed', reason: 'no_verdict' } as const);
  await recordAuditEvent(emit, { action: 'document.scan', actor: 'system', subject, related, ...verdict });
}

function toRow({ attempt, token, link, file, receivedAt }: Acceptance) {
  const checking = file.scan === 'pending';
  return {
    id: attempt.documentId,
    tokenId: token.tokenId,
    ownerId: token.ownerId,
    ownerFirstName: token.ownerFirstName,
    ownerLastName: token.ownerLastName,
    patientRefId: token.patientRefId,
    link,
    tokenCreatedAt: token.createdAt,
    tokenExpiresAt: token.expiresAt,
    fileName: file.fileName,
    fileType: file.fileType,
    kind: file.fileType === 'application/pdf' ? 'pdf' : 'image',
    fileSize: file.fileSize,
    sha256: new Uint8Array(file.sha256),
    comment: file.comment,
    state: checking ? 'checking' : 'ready',
    storageKey: attempt.storageKey,
    keyId: file.key.keyId,
    wrappedKey: file.key.wrappedKey,
    nextScanAt: checking ? receivedAt : null,
    createdAt: receivedAt,
  };
}
