import { z } from 'zod';
import { timestamp } from '../http/common.js';
import { documentSchema } from '../http/documents.js';

/** POST /internal/documents/by-token (document; caller token): a token's documents, newest first. */
export const documentsByTokenBody = z.object({ tokenId: z.uuid() });
export const documentsByTokenAnswer = z.object({ documents: z.array(documentSchema) });

/**
 * POST /internal/ledger/range (document; caller token): which links in this range of ids have brought in a document,
 * by link id, for `reconcile`. Ids are compared as lower-case text, which is how Postgres orders uuids.
 */
export const ledgerRangeBody = z.object({
  /** Exclusive; null: from the first. */
  after: z.uuid().nullable(),
  /** Inclusive; null: to the last. */
  upTo: z.uuid().nullable(),
});
export const ledgerRangeAnswer = z.object({
  entries: z.array(
    z.object({
      tokenId: z.uuid(),
      claimId: z.uuid(),
      documentId: z.uuid(),
      receivedAt: timestamp,
      /** `present`: it has a row, lost or not. */
      document: z.enum(['present', 'rejected', 'deleted']),
      /** 0 when it was deleted. */
      version: z.number().int(),
    }),
  ),
  /** There are more in the range, after the last one here. */
  more: z.boolean(),
});
export type LedgerRange = z.infer<typeof ledgerRangeAnswer>;
export type LedgerRow = LedgerRange['entries'][number];
