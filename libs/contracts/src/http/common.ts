import { z } from 'zod';
import { limits } from '../limits.js';
import { messages } from '../messages.js';

/** ISO 8601 in UTC with milliseconds, as every time on the wire. */
export const timestamp = z.iso.datetime({ precision: 3 });

export const personSchema = z.object({ firstName: z.string(), lastName: z.string() });
export type Person = z.infer<typeof personSchema>;

export const roles = ['user', 'admin'] as const;
export type Role = (typeof roles)[number];

/** An absent, null or blank value counts as "not given" (api.md 1b.47). */
export const emptyAsAbsent = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;

/** Text of a list's filter, trimmed; over `max` a sentence naming the field. */
export const filterText = (field: string, max: number) =>
  z.preprocess(emptyAsAbsent, z.string().trim().max(max, messages.general.tooLong(field, max)).optional());

/** Optional text of a form: trimmed, blank becomes null, over `max` a sentence naming the field. */
export const optionalText = (field: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, messages.general.tooLong(field, max))
    .nullish()
    .transform((value) => (value ? value : null));

/** Paging every list understands: without `limit` the whole list is answered (api.md 1a.10). */
export const pageQuerySchema = z.object({
  limit: z.preprocess(emptyAsAbsent, z.coerce.number().int().min(1).max(limits.pageMax).optional()),
  cursor: z.preprocess(emptyAsAbsent, z.string().max(500).optional()),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

/** What a paged list adds to its rows: `nextCursor` is null on the last page. */
export const pageAnswer = { nextCursor: z.string().nullable().optional() };

/** Ids of documents; a repeated one counts once (api.md 1a.21). */
export const idsBody = (noneSelected: string) =>
  z.object({
    documentIds: z
      .array(z.string(), { error: noneSelected })
      .min(1, noneSelected)
      .transform((ids) => [...new Set(ids)])
      .refine(
        (ids) => ids.length <= limits.idsPerRequestMax,
        messages.general.idsMax(limits.idsPerRequestMax),
      ),
  });
