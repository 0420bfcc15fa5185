import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { deliveredName } from '../files/file-name.js';

export interface DocumentName {
  id: string;
  reference: string;
  /** Null for a document that was deleted or rejected. */
  fileName: string | null;
}

/** Reads the ledger, which also contains documents that were deleted. */
@Injectable()
export class DocumentNames {
  constructor(private readonly prisma: PrismaService) {}

  /** Unknown ids are left out. */
  async of(ids: string[]): Promise<DocumentName[]> {
    const rows = await this.prisma.$queryRaw<(DocumentName & { fileType: string | null })[]>`
      SELECT l.document_id AS id, l.patient_ref_id AS reference, d.file_name AS "fileName", d.file_type AS "fileType"
        FROM ledger l LEFT JOIN documents d ON d.id = l.document_id AND d.state <> 'rejected'
       WHERE l.document_id = ANY(${ids}::uuid[])`;
    return rows.map(({ fileName, fileType, ...row }) => ({
      ...row,
      fileName: fileName === null ? null : deliveredName(fileName, fileType ?? ''),
    }));
  }

  /** The documents that these links have received. */
  async ofTokens(tokenIds: string[]): Promise<string[]> {
    const select = { documentId: true };
    const rows = await this.prisma.ledgerEntry.findMany({ where: { tokenId: { in: tokenIds } }, select });
    return rows.map(({ documentId }) => documentId);
  }
}
