import { createHash } from 'node:crypto';
import { CannotOpen } from '@caredrop/service-kit';
import type { PrismaService } from '../database/prisma.service.js';
import { SEALED_FOR } from '../documents/documents.queries.js';
import { decryptDocument, largestObject } from '../files/document-cipher.js';
import { DocumentTampered } from '../files/document-ids.js';
import { ObjectMissing } from '../storage/object-store.js';
import type { DocumentParts } from './reconcile-documents.js';
import type { DocumentReport } from './reconcile-report.js';

const BATCH = 200;
const AT_ONCE = 4;

interface Stored {
  id: string;
  tokenId: string;
  sealedFor: string;
  patientRefId: string;
  storageKey: string;
  keyId: string;
  wrappedKey: Uint8Array<ArrayBuffer>;
  fileSize: number;
  sha256: Uint8Array;
}

/**
 * Reads every document that is not lost as a user would receive it, and compares it with the hash computed when it was
 * accepted.
 */
export async function verifyDocuments(parts: DocumentParts, report: DocumentReport): Promise<void> {
  report.verified = 0;
  let last: string | null = null;
  for (;;) {
    const batch: Stored[] = await next(parts.prisma, last);
    for (let at = 0; at < batch.length; at += AT_ONCE)
      await Promise.all(batch.slice(at, at + AT_ONCE).map((stored) => verify(parts, stored, report)));
    last = batch.at(-1)?.id ?? null;
    if (last === null) return;
  }
}

function next(prisma: PrismaService, after: string | null): Promise<Stored[]> {
  return prisma.$queryRawUnsafe<Stored[]>(
    `SELECT id, token_id AS "tokenId", ${SEALED_FOR}, patient_ref_id AS "patientRefId", storage_key AS "storageKey", key_id AS "keyId", wrapped_key AS "wrappedKey",
       file_size AS "fileSize", sha256 FROM documents
     WHERE state IN ('ready', 'checking') AND ($1::uuid IS NULL OR id > $1::uuid) ORDER BY id LIMIT $2`,
    after,
    BATCH,
  );
}

async function verify(parts: DocumentParts, stored: Stored, report: DocumentReport): Promise<void> {
  try {
    const { id, storageKey, fileSize, sha256 } = stored;
    const object = await parts.store.get(storageKey, largestObject(fileSize) + 1);
    const dataKey = await parts.keys.unwrap(stored, id);
    const document = decryptDocument(object, fileSize, dataKey, { documentId: id, ...stored });
    if (!createHash('sha256').update(document).digest().equals(sha256))
      throw new DocumentTampered('wrong hash');
    report.verified = (report.verified ?? 0) + 1;
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (error instanceof ObjectMissing && !(await isStillThere(parts.prisma, stored))) return;
    report.unreadable.push(stored.id);
  }
}

const isDamage = (error: unknown) =>
  error instanceof DocumentTampered || error instanceof CannotOpen || error instanceof ObjectMissing;

const isStillThere = async (prisma: PrismaService, { id }: Stored) =>
  (await prisma.document.count({ where: { id, state: { in: ['ready', 'checking'] } } })) > 0;
