import type { LedgerRow } from '@caredrop/contracts/internal';

/** What a link's row says of its document. */
export interface LinkState {
  status: string;
  documentId: string | null;
  documentState: string | null;
  documentVersion: number;
}

/**
 * How a link and the ledger differ. The ledger has the last word on whether a link brought in a document (ADR 0002);
 * both may be of different moments after a restore.
 *
 * - `used`: the ledger has a document, and the link does not say so
 * - `lost`: the link is used by a document that the ledger never had, and that nobody deleted
 * - `state`: both know the document, and it stands otherwise than the link says
 * - `returned`: the link knows that it was deleted, and it is there
 */
export type Difference = 'none' | 'used' | 'lost' | 'state' | 'returned';

export function compareLink(link: LinkState, entry: LedgerRow | undefined): Difference {
  if (!entry) return usedByNothing(link) ? 'lost' : 'none';
  if (link.status !== 'used' || link.documentId !== entry.documentId) return 'used';
  if (entry.document === 'present' && link.documentState === 'deleted') return 'returned';
  if (entry.document !== link.documentState) return 'state';
  // Knowing a later version than there is, the link would not believe the next change.
  return entry.document === 'present' && link.documentVersion > entry.version ? 'state' : 'none';
}

/** A confirmed link that is not yet used is no finding: it is settled by itself. */
const usedByNothing = ({ status, documentState }: LinkState) =>
  status === 'used' && (documentState === null || documentState === 'present');
