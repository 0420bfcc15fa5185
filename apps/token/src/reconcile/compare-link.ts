import type { LedgerRow } from '@caredrop/contracts/internal';

/** Document columns of a link's row. */
export interface LinkState {
  status: string;
  documentId: string | null;
  documentState: string | null;
  documentVersion: number;
  reviewedAt: Date | null;
  reviewVersion: number;
}

/** The owner and team of a link. */
export interface LinkOwner {
  ownerId: string;
  teamId: string | null;
}

/**
 * How a link and the ledger differ. The ledger decides whether a link has received a document
 * (docs/adr/0002); after a restore the two may be from different times.
 *
 * - `used`: the ledger has a document, but the link is not marked as used with it
 * - `lost`: the link is used, but the ledger does not have its document, and no deletion or rejection is recorded
 * - `state`: both have the document, but its state or review differs, or the link has a later version of it
 * - `returned`: the link records its deletion, but the document exists
 */
export type Difference = 'none' | 'used' | 'lost' | 'state' | 'returned';

export function compareLink(link: LinkState, entry: LedgerRow | undefined): Difference {
  if (!entry) return usedByNothing(link) ? 'lost' : 'none';
  if (link.status !== 'used' || link.documentId !== entry.documentId) return 'used';
  if (hasDocument(entry) && link.documentState === 'deleted') return 'returned';
  if (entry.document !== link.documentState) return 'state';
  if (!hasDocument(entry)) return 'none';
  // With a version later than the document's, the link would ignore the next change.
  const ahead = Math.max(link.documentVersion, link.reviewVersion) > entry.version;
  return ahead || reviewDiffers(link, entry) ? 'state' : 'none';
}

/** Whether the document service has a row with the document's review and version. A lost document keeps its row. */
export const hasDocument = ({ document }: LedgerRow): boolean =>
  document === 'present' || document === 'lost';

/**
 * Compares only whether it is reviewed: the link keeps the time of the first review, the document that of the last. Not
 * compared with a document service of the previous version, which does not report reviews.
 */
const reviewDiffers = (link: LinkState, { reviewedAt }: LedgerRow) =>
  reviewedAt !== undefined && (link.reviewedAt === null) !== (reviewedAt === null);

/** A confirmed link that is not yet used is not a finding: a job will settle it. */
const usedByNothing = ({ status, documentState }: LinkState) =>
  status === 'used' && (documentState === null || documentState === 'present');

/**
 * Whether the document has followed an assignment later than the link's version, so that it would ignore the next one.
 * False for a link that is not yet marked as used, because it gets a later version when it is.
 */
export const isBehindDocument = (link: LinkState & { version: number }, entry: LedgerRow): boolean =>
  link.status === 'used' && link.documentId === entry.documentId && (entry.ownerVersion ?? 0) > link.version;

/**
 * Whether the owner or team of the document differs from that of its link. False if an earlier version of the document
 * service reports neither.
 */
export const belongsElsewhere = ({ ownerId, teamId }: LinkOwner, entry: LedgerRow): boolean =>
  typeof entry.ownerId === 'string' && (entry.ownerId !== ownerId || (entry.teamId ?? null) !== teamId);
