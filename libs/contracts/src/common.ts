import { z } from 'zod';
import { limits } from './limits.js';
import type { ErrorCode } from './error-codes.js';
import { keys } from './error-keys.js';

/** Identifies a link by its value, which is sent in the body because URLs are logged. */
export const linkBody = z.object({ token: z.string().max(2000) });

/** ISO 8601 in UTC with milliseconds, like all times that the API returns. */
export const timestamp = z.iso.datetime({ precision: 3 });

export const personSchema = z.object({ firstName: z.string(), lastName: z.string() });
export type Person = z.infer<typeof personSchema>;

export const roles = ['user', 'admin'] as const;
export type Role = (typeof roles)[number];

/** An absent, null or blank value counts as not given. */
export const emptyAsAbsent = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;

/** Filter text of a list, trimmed. */
export const filterText = (max: number) =>
  z.preprocess(emptyAsAbsent, z.string().trim().max(max, keys.too_long).optional());

/**
 * Trims text and removes characters that reorder the text after them (embeddings, overrides and isolates), which would
 * show staff a reference that differs from the stored one.
 */
export const textInOrder = (options?: { error: string }) =>
  z.string(options).overwrite((text) => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/gu, '').trim());

/** Optional text from a form: trimmed; blank becomes null. */
export const optionalText = (max: number) =>
  textInOrder()
    .max(max, keys.too_long)
    .nullish()
    .transform((value) => (value ? value : null));

/**
 * Whose links and documents a list shows: the caller's, those of the caller's teams, or those of the
 * colleagues whom the caller currently covers.
 */
const listScopes = ['mine', 'team', 'covered'] as const;
export type ListScope = (typeof listScopes)[number];
export const scopeFilter = z.preprocess(emptyAsAbsent, z.enum(listScopes).optional());

/**
 * The paging parameters of a list. Without `limit`, a list of links or documents has at most `limits.listMax` rows, the
 * audit list has 50, and other lists are returned whole.
 */
export const pageQuerySchema = z.object({
  limit: z.preprocess(emptyAsAbsent, z.coerce.number().int().min(1).max(limits.pageMax).optional()),
  cursor: z.preprocess(emptyAsAbsent, z.string().max(500).optional()),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

/** Fields that a paged list has in addition to its rows; `nextCursor` is null on the last page. */
export const pageResponse = { nextCursor: z.string().nullable().optional() };

/** Ids of documents; duplicates count once. */
export const idsBody = (noneSelected: ErrorCode) =>
  z.object({
    documentIds: z
      .array(z.string(), { error: noneSelected })
      .min(1, noneSelected)
      .transform((ids) => [...new Set(ids)])
      .refine((ids) => ids.length <= limits.idsPerRequestMax, {
        error: keys.too_many_documents,
        params: { max: limits.idsPerRequestMax },
      }),
  });
