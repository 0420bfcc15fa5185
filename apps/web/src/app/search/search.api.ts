import type { DocumentsResponse, TokensResponse } from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

interface Search {
  text: string;
  /** Searches the whole clinic, for administrators, instead of the user's own links and documents. */
  everyone: boolean;
}

const shown = 5;

const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    searchLinks: build.query<TokensResponse, Search>({
      query: ({ text, everyone }) => ({
        url: everyone ? '/admin/tokens/monitor' : '/tokens',
        params: { search: text, limit: shown },
      }),
      providesTags: ['Token'],
    }),
    /** An administrator's search covers the reference only. */
    searchDocuments: build.query<DocumentsResponse, Search>({
      query: ({ text, everyone }) => ({
        url: everyone ? '/admin/documents' : '/documents',
        params: { [everyone ? 'patientRefId' : 'search']: text, limit: shown },
      }),
      providesTags: ['Document'],
    }),
  }),
});

export const { useSearchLinksQuery, useSearchDocumentsQuery } = searchApi;
