import { z } from 'zod';
import { auditRecord } from '../audit/entry.js';

/**
 * POST /internal/records (audit; caller gateway): the only way for another service to add a record without the event
 * `audit.recorded`. It exists for the gateway, which has no database and therefore no outbox. Responds once the record
 * is stored; `id` makes a repeated call idempotent.
 */
export const keepRecordBody = z.object({ id: z.uuid(), record: auditRecord });
export const keepRecordResponse = z.object({ kept: z.literal(true) });

/** Maximum number of links, and of people, that a search of the audit considers: the newest ones. */
export const AUDIT_SEARCH_MAX = 100;
const ids = z.array(z.uuid()).max(1000);
/** `more`: further matches were found and left out. */
const foundIds = z.object({ ids: z.array(z.uuid()), more: z.boolean() });
export const searchBody = z.object({ text: z.string().trim().min(1).max(200) });
export const searchResponse = foundIds;
export type SearchResponse = z.infer<typeof searchResponse>;

/**
 * The audit's calls (caller: audit): names for the ids in its entries, and ids for a search. Unknown ids are left out.
 *
 * POST /internal/tokens/names           namesBody      → tokenNamesResponse     (token)
 * POST /internal/documents/names        namesBody      → documentNamesResponse  (document)
 * POST /internal/teams/names            namesBody      → teamNamesResponse      (auth)
 * POST /internal/tokens/search          searchBody     → searchResponse         (token: by reference)
 * POST /internal/users/search           searchBody     → searchResponse         (auth: by name or email)
 * POST /internal/documents/of-tokens    ofTokensBody   → ofTokensResponse       (document; also deleted ones)
 */
export const namesBody = z.object({ ids });
export const tokenNamesResponse = z.object({
  tokens: z.array(z.object({ id: z.uuid(), reference: z.string() })),
});
/** Includes archived teams. The token service also calls it, before it assigns a team to a link. */
export const teamNamesResponse = z.object({
  teams: z.array(z.object({ id: z.uuid(), name: z.string(), archived: z.boolean().default(false) })),
});
export const documentNamesResponse = z.object({
  /** `fileName` is null for a document that no longer exists. */
  documents: z.array(z.object({ id: z.uuid(), reference: z.string(), fileName: z.string().nullable() })),
});
export const ofTokensBody = z.object({ tokenIds: ids });
export const ofTokensResponse = z.object({ documentIds: z.array(z.uuid()) });
