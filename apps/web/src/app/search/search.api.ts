import type { Document, ListScope, Token } from '@caredrop/contracts';
import type { Ask } from '../../shared/api/ask-for-all.js';
import type { ApiRequest } from '../../shared/api/ask.js';
import { baseApi } from '../../shared/api/base-api.js';

/** A list that is searched: that of a scope, or the whole clinic's, for administrators. */
export type SearchScope = ListScope | 'everyone';

interface Search {
  text: string;
  /** In the order in which their rows are shown. */
  scopes: SearchScope[];
}

export interface Found<Row> {
  rows: Row[];
  /** The scopes whose lists contain rows. */
  scopes: SearchScope[];
  /** Whether some of the lists could not be read. */
  failed: boolean;
}

const shown = 5;

/**
 * Searches the lists of all scopes. Keeps the first few rows, without repetitions: a user's own link may also be in the
 * list of their team.
 */
async function searchAll<Row extends { id: string }>(
  ask: Ask,
  { text, scopes }: Search,
  requestFor: (text: string, scope: SearchScope) => ApiRequest,
  rowsOf: 'tokens' | 'uploads',
) {
  const lists = await Promise.all(scopes.map(async (scope) => ask(requestFor(text, scope))));
  const rows = lists.map(({ data }) => (data as Record<typeof rowsOf, Row[]> | undefined)?.[rowsOf] ?? []);
  const each = new Map(rows.flat().map((row) => [row.id, row]));
  const found = scopes.filter((_scope, index) => rows[index]!.length > 0);
  const failed = lists.some(({ error }) => error !== undefined);
  return { data: { rows: [...each.values()].slice(0, shown), scopes: found, failed } };
}

const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    searchLinks: build.query<Found<Token>, Search>({
      queryFn: (search, _api, _options, ask) => searchAll<Token>(ask, search, linksWith, 'tokens'),
      providesTags: ['Token'],
    }),
    searchDocuments: build.query<Found<Document>, Search>({
      queryFn: (search, _api, _options, ask) => searchAll<Document>(ask, search, documentsWith, 'uploads'),
      providesTags: ['Document'],
    }),
  }),
});

const linksWith = (search: string, scope: SearchScope): ApiRequest =>
  scope === 'everyone'
    ? { url: '/admin/tokens/monitor', params: { search, limit: shown } }
    : { url: '/tokens', params: { search, limit: shown, scope } };

/** An administrator's search covers the reference only. */
const documentsWith = (text: string, scope: SearchScope): ApiRequest =>
  scope === 'everyone'
    ? { url: '/admin/documents', params: { patientRefId: text, limit: shown } }
    : { url: '/documents', params: { search: text, limit: shown, scope } };

export const { useSearchLinksQuery, useSearchDocumentsQuery } = searchApi;
