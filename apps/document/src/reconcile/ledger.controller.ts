import { success } from '@caredrop/contracts';
import { ledgerRangeBody, type LedgerRange, type LedgerRow } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';

const PAGE = 1_000;

type Row = Omit<LedgerRow, 'receivedAt' | 'reviewedAt'> & { receivedAt: Date; reviewedAt: Date | null };

/** Lets the token service compare its links with the ledger (docs/backup.md). */
@Callers('token')
@Controller('internal/ledger')
export class LedgerController {
  constructor(private readonly prisma: PrismaService) {}

  @Post('range')
  @HttpCode(200)
  async range(@Body() body: unknown) {
    const { after, upTo } = parse(ledgerRangeBody, body);
    const rows = await this.prisma.$queryRawUnsafe<Row[]>(
      `SELECT l.token_id AS "tokenId", l.claim_id AS "claimId", l.document_id AS "documentId",
              l.received_at AS "receivedAt", coalesce(d.version, 0) AS version, d.reviewed_at AS "reviewedAt",
              d.owner_id AS "ownerId", d.team_id AS "teamId", d.owner_version AS "ownerVersion",
              CASE WHEN d.id IS NULL THEN 'deleted' WHEN d.state IN ('rejected', 'lost') THEN d.state ELSE 'present' END
                AS document
       FROM ledger l LEFT JOIN documents d ON d.id = l.document_id
       WHERE ($1::uuid IS NULL OR l.token_id > $1::uuid) AND ($2::uuid IS NULL OR l.token_id <= $2::uuid)
       ORDER BY l.token_id LIMIT $3`,
      after,
      upTo,
      PAGE + 1,
    );
    const entries = rows.slice(0, PAGE).map(toEntry);
    return success<LedgerRange>({ entries, more: rows.length > PAGE });
  }
}

const toEntry = ({ receivedAt, reviewedAt, ...row }: Row): LedgerRow => ({
  ...row,
  receivedAt: receivedAt.toISOString(),
  reviewedAt: reviewedAt?.toISOString() ?? null,
});
