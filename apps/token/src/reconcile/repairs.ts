import type { LedgerRow } from '@caredrop/contracts/internal';
import { emitFromCommand } from '../database/emit-from-command.js';
import type { PrismaService } from '../database/prisma.service.js';
import { emitAssigned } from '../assignments/emit-assigned.js';
import { aboutToken, type BelongingToken } from '../belonging/about-token.js';
import { setNoProblem } from '../problems/no-problem.js';
import { hasDocument } from './compare-link.js';

/**
 * The only transition out of expired and revoked: the ledger proves that a document arrived through the link, so it was
 * used before it ended. Raises the link's version above that of the document's owner, so that the document follows the
 * next assignment. Harmless when repeated.
 */
export async function markUsedByLedger(prisma: PrismaService, entry: LedgerRow): Promise<void> {
  const { tokenId, claimId, documentId, receivedAt, document, version } = entry;
  await prisma.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<(BelongingToken & { version: number })[]>`
      UPDATE "tokens" SET
        "status" = 'used', "used_at" = ${new Date(receivedAt)}, "revoked_at" = NULL,
        "claim_id" = ${claimId}::uuid, "confirmed_at" = COALESCE("confirmed_at", now()),
        "document_id" = ${documentId}::uuid, "received_at" = ${new Date(receivedAt)},
        "document_state" = ${document}, "document_version" = ${Math.max(1, version)},
        ${setNoProblem}, "renewal_asked_at" = NULL,
        "version" = GREATEST("version", ${entry.ownerVersion ?? 0}::int) + 1
      WHERE "id" = ${tokenId}::uuid
        AND ("status" <> 'used' OR "document_id" IS DISTINCT FROM ${documentId}::uuid)
      RETURNING "id", "owner_id" AS "ownerId", "team_id" AS "teamId", "version"`;
    if (!row) return;
    const data = aboutToken(row);
    await emitFromCommand(tx)({
      type: 'token.used',
      aggregateId: tokenId,
      aggregateVersion: row.version,
      data,
    });
  });
}

/** Returns false when another change came first, such as the deletion of the document. */
export async function markLost(prisma: PrismaService, tokenId: string): Promise<boolean> {
  const rows = await prisma.$executeRaw`
    UPDATE "tokens" SET "document_state" = 'lost', "version" = "version" + 1
    WHERE "id" = ${tokenId}::uuid AND "status" = 'used' AND COALESCE("document_state", 'present') = 'present'`;
  return rows > 0;
}

/**
 * Copies the document's state, version and review from the document service, so that later events are not ignored as
 * stale. Keeps the review of a document that is gone, and of one whose service does not report reviews.
 */
export async function markState(prisma: PrismaService, entry: LedgerRow): Promise<void> {
  const { tokenId, documentId, document } = entry;
  const version = Math.max(1, entry.version);
  const known = hasDocument(entry) && entry.reviewedAt !== undefined;
  const reviewedAt = entry.reviewedAt ?? null;
  await prisma.$executeRaw`
    UPDATE "tokens" SET "document_state" = ${document}, "document_version" = ${version},
      "reviewed_at" = CASE WHEN NOT ${known} THEN "reviewed_at" WHEN ${reviewedAt}::timestamptz IS NOT NULL
        THEN COALESCE("reviewed_at", ${reviewedAt}::timestamptz) END,
      "unusable_closed_at" = CASE WHEN "document_state" = ${document} THEN "unusable_closed_at" END,
      "review_version" = LEAST("review_version", ${version}), "version" = "version" + 1
    WHERE "id" = ${tokenId}::uuid AND "document_id" = ${documentId}::uuid
      AND ("document_state" IS DISTINCT FROM ${document} OR "document_version" > ${version} OR "review_version" > ${version}
        OR (${known} AND ("reviewed_at" IS NULL) <> (${reviewedAt}::timestamptz IS NULL)))`;
}

/**
 * Publishes a link's owner and team again, with a version later than the document's: after a restore the document may
 * have followed an assignment that the link no longer has.
 */
export async function assignAgain(prisma: PrismaService, entry: LedgerRow): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<(BelongingToken & { version: number })[]>`
      UPDATE tokens SET version = GREATEST(version, ${entry.ownerVersion ?? 0}::int) + 1
      WHERE id = ${entry.tokenId}::uuid AND document_id = ${entry.documentId}::uuid
      RETURNING id, owner_id AS "ownerId", team_id AS "teamId", version`;
    if (!row) return;
    const before = { ownerId: entry.ownerId ?? row.ownerId, teamId: entry.teamId ?? null };
    await emitAssigned(emitFromCommand(tx), row, before);
  });
}

/**
 * Raises a link's version to that of its document's owner, so that the document follows the next assignment. Publishes
 * nothing, because both have the same owner and team. Returns false when another change came first.
 */
export async function catchUp(
  prisma: PrismaService,
  { tokenId, documentId, ownerVersion }: LedgerRow,
): Promise<boolean> {
  const version = ownerVersion ?? 0;
  const rows = await prisma.$executeRaw`
    UPDATE tokens SET version = ${version}
    WHERE id = ${tokenId}::uuid AND document_id = ${documentId}::uuid AND version < ${version}`;
  return rows > 0;
}
