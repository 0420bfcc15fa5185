import { documentMailChoices, type DocumentMail } from '@caredrop/contracts';
import type { Tx } from '../database/prisma.service.js';
import type { Reader } from './announcement-rule.js';
import type { NewDocument } from './collections.js';

export interface KnownReader extends Reader {
  userId: string;
}

/**
 * Returns the documents that no earlier event announced, and those that are now announced to other recipients. A
 * document whose assignment is handled before its upload has no earlier recipients: its `document.released` is then
 * ignored. Inserts in the order of the key, so that concurrent batches wait for each other instead of deadlocking.
 */
export async function newDocuments(tx: Tx, documents: NewDocument[]): Promise<NewDocument[]> {
  const marked = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO announced_documents (document_id)
    SELECT DISTINCT id FROM unnest(${documents.map(({ documentId }) => documentId)}::uuid[]) AS d (id) ORDER BY id
    ON CONFLICT DO NOTHING RETURNING document_id AS id`;
  const fresh = new Set(marked.map(({ id }) => id));
  return documents.flatMap((document) => {
    if (fresh.delete(document.documentId.toLowerCase())) return [{ ...document, announcedTo: null }];
    return document.announcedTo === null ? [] : [document];
  });
}

/** Inserts the users that are missing and locks all of them, ordered by id, until the transaction ends. */
export async function lockReaders(tx: Tx, userIds: string[]): Promise<KnownReader[]> {
  await tx.$executeRaw`
    INSERT INTO document_readers (user_id)
    SELECT id FROM unnest(${userIds}::uuid[]) AS u (id)
    WHERE NOT EXISTS (SELECT FROM document_readers WHERE user_id = id) ORDER BY id
    ON CONFLICT DO NOTHING`;
  const rows = await tx.$queryRaw<(Omit<KnownReader, 'choice'> & { choice: string | null })[]>`
    SELECT user_id AS "userId", choice, disabled, quiet_until AS "quietUntil" FROM document_readers
    WHERE user_id = ANY (${userIds}::uuid[]) ORDER BY user_id FOR UPDATE`;
  return rows.map((row) => ({ ...row, choice: toChoice(row.choice) }));
}

export async function setQuietUntil(tx: Tx, reader: KnownReader, quietUntil: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE document_readers SET quiet_until = ${quietUntil} WHERE user_id = ${reader.userId}::uuid`;
  reader.quietUntil = quietUntil;
}

/** A constraint of the table allows only known choices. */
const toChoice = (choice: string | null): DocumentMail | null =>
  documentMailChoices.find((known) => known === choice) ?? null;
