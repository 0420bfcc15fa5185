import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';

/**
 * The row lock waits for a deletion in progress, so that the insert finds no document instead of violating
 * the foreign key.
 */
const mark = {
  name: 'mark a document as seen',
  text: `INSERT INTO document_seen (document_id, user_id)
    SELECT id, $2::uuid FROM documents WHERE id = $1::uuid FOR KEY SHARE
    ON CONFLICT DO NOTHING`,
};

/** Records which users have opened which documents. */
@Injectable()
export class SeenMarks {
  constructor(private readonly prisma: PrismaService) {}

  async add(documentId: string, userId: string): Promise<void> {
    await this.prisma.pool.query({ ...mark, values: [documentId, userId] });
  }

  /** The documents among `documentIds` that the user has opened. */
  async of(userId: string, documentIds: string[]): Promise<Set<string>> {
    if (documentIds.length === 0) return new Set();
    const rows = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT document_id AS id FROM document_seen
      WHERE user_id = ${userId}::uuid AND document_id = ANY(${documentIds}::uuid[])`;
    return new Set(rows.map(({ id }) => id));
  }
}
