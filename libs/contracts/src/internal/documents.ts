import { z } from 'zod';
import { timestamp } from '../common.js';
import { documentSchema, reviewSchema } from '../http/documents.js';

/** POST /internal/documents/by-token (document; caller token): a token's documents, newest first. */
export const documentsByTokenBody = z.object({ tokenId: z.uuid() });
/** A document service of the previous version sends neither `review` nor `seen`. */
const documentOfToken = documentSchema.extend({
  review: reviewSchema.default({ state: 'new', by: null, at: null }),
  seen: z.boolean().default(false),
});
export const documentsByTokenResponse = z.object({ documents: z.array(documentOfToken) });

/**
 * POST /internal/ledger/range (document; caller token): which links in this range of ids have received a
 * document, sorted by link id, for `reconcile`. Ids are compared as lower-case text, the order in which Postgres
 * sorts uuids.
 */
export const ledgerRangeBody = z.object({
  /** Exclusive lower bound; null: from the first. */
  after: z.uuid().nullable(),
  /** Inclusive upper bound; null: to the last. */
  upTo: z.uuid().nullable(),
});
export const ledgerRangeResponse = z.object({
  entries: z.array(
    z.object({
      tokenId: z.uuid(),
      claimId: z.uuid(),
      documentId: z.uuid(),
      receivedAt: timestamp,
      /** `lost`: the document has a row, but its object is missing. */
      document: z.enum(['present', 'lost', 'rejected', 'deleted']),
      /** 0 for a deleted document. */
      version: z.number().int(),
      /** Null for a document that is not reviewed or was deleted; absent in the previous version. */
      reviewedAt: timestamp.nullish(),
      /**
       * The document's owner and team, and the version of the link from which they apply; null once it is deleted,
       * absent in the previous version.
       */
      ownerId: z.uuid().nullish(),
      teamId: z.uuid().nullish(),
      ownerVersion: z.number().int().nullish(),
    }),
  ),
  /** Whether the range has further entries after the last one returned here. */
  more: z.boolean(),
});
export type LedgerRange = z.infer<typeof ledgerRangeResponse>;
export type LedgerRow = LedgerRange['entries'][number];
