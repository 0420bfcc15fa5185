import { z } from 'zod';
import { textInOrder } from '../common.js';
import { keys } from '../error-keys.js';
import { limits } from '../limits.js';
import { holdsPartOfLink } from '../part-of-link.js';

/**
 * The lists for which views can be saved, each with the filters that its page keeps in the URL. Stored: never
 * rename a list.
 */
export const listFilters = {
  tokens: ['search', 'status', 'expiryRange', 'sort', 'scope'],
  documents: ['search', 'patientRefId', 'fileType', 'dateRange', 'review', 'scope'],
  'token-monitor': ['status', 'expiryRange', 'userId', 'search'],
  'admin-documents': ['patientRefId', 'userId', 'fileType', 'dateRange', 'review'],
} as const;
export type ListName = keyof typeof listFilters;
export type ListFilter<List extends ListName> = (typeof listFilters)[List][number];

const listName = z.enum(Object.keys(listFilters) as [ListName, ...ListName[]]);

/** Whether a query sets at least one filter of the list, no filter twice and none to an empty value. */
function setsFilters(list: ListName, query: string): boolean {
  const given = [...new URLSearchParams(query)];
  const names = new Set(given.map(([name]) => name));
  const known: readonly string[] = listFilters[list];
  return (
    given.length > 0 &&
    names.size === given.length &&
    given.every(([name, value]) => known.includes(name) && value.trim() !== '')
  );
}

const holdsLink = (query: string) => [...new URLSearchParams(query).values()].some(holdsPartOfLink);

const viewName = textInOrder({ error: keys.view_name_required })
  .min(1, keys.view_name_required)
  .max(limits.viewNameMax, keys.too_long)
  .refine((name) => !holdsPartOfLink(name), keys.view_holds_link);

const savedViewSchema = z.object({
  id: z.uuid(),
  list: listName,
  name: z.string(),
  /** The filters and the order as the query of the page's URL, for example `status=active&sort=expiry`. */
  query: z.string(),
});
export type SavedView = z.infer<typeof savedViewSchema>;
/** The views of every list, sorted by name. */
export const savedViewsResponse = z.object({ views: z.array(savedViewSchema) });
export const savedViewResponse = z.object({ view: savedViewSchema });

export const saveViewBody = z
  .object({ list: listName, name: viewName, query: z.string().max(limits.viewQueryMax, keys.too_long) })
  .refine(({ list, query }) => setsFilters(list, query))
  .refine(({ query }) => !holdsLink(query), keys.view_holds_link);
export type SaveViewBody = z.infer<typeof saveViewBody>;

export const renameViewBody = z.object({ name: viewName });
