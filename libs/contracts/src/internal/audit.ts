import { z } from 'zod';
import { auditRecord } from '../audit/entry.js';

/**
 * POST /internal/records (audit; caller gateway): the only way in other than `audit.recorded`, for the gateway,
 * which has no database and so no outbox. Responds once the record is stored; `id` makes a repeated call
 * idempotent.
 */
export const keepRecordBody = z.object({ id: z.uuid(), record: auditRecord });
export const keepRecordAnswer = z.object({ kept: z.literal(true) });

/** How many links, and how many people, a search of the audit considers at most: the newest. */
export const AUDIT_SEARCH_MAX = 100;
const ids = z.array(z.uuid()).max(1000);
/** `more`: further ones were found and left out. */
const foundIds = z.object({ ids: z.array(z.uuid()), more: z.boolean() });
export const searchBody = z.object({ text: z.string().trim().min(1).max(200) });
export const searchAnswer = foundIds;
export type SearchAnswer = z.infer<typeof searchAnswer>;

/**
 * What the audit (caller) asks so that it can name what its entries hold ids of. Unknown ids are left out.
 *
 * POST /internal/tokens/names           namesBody      → tokenNamesAnswer     (token)
 * POST /internal/documents/names        namesBody      → documentNamesAnswer  (document)
 * POST /internal/teams/names            namesBody      → teamNamesAnswer      (auth)
 * POST /internal/tokens/search          searchBody     → searchAnswer         (token: by reference)
 * POST /internal/users/search           searchBody     → searchAnswer         (auth: by name or email)
 * POST /internal/documents/of-tokens    ofTokensBody   → ofTokensAnswer       (document: deleted ones too)
 */
export const namesBody = z.object({ ids });
export const tokenNamesAnswer = z.object({
  tokens: z.array(z.object({ id: z.uuid(), reference: z.string() })),
});
/** Archived teams too. The token service (caller) reads it before a link gets a team. */
export const teamNamesAnswer = z.object({
  teams: z.array(z.object({ id: z.uuid(), name: z.string(), archived: z.boolean().default(false) })),
});
export const documentNamesAnswer = z.object({
  /** `fileName` is null for a document that no longer exists. */
  documents: z.array(z.object({ id: z.uuid(), reference: z.string(), fileName: z.string().nullable() })),
});
export const ofTokensBody = z.object({ tokenIds: ids });
export const ofTokensAnswer = z.object({ documentIds: z.array(z.uuid()) });
