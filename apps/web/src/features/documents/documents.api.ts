import {
  limits,
  type Document,
  type DocumentsResponse,
  type ListFilter,
  type Review,
  type ReviewBody,
} from '@caredrop/contracts';
import type { ApiRequest } from '../../shared/api/ask.js';
import { askForAll } from '../../shared/api/ask-for-all.js';
import { baseApi } from '../../shared/api/base-api.js';
import type { ReceiveFile } from '../../shared/api/read-response.js';

export type AdminDocumentFilters = Record<ListFilter<'admin-documents'>, string>;

/** Documents that an administrator has selected, or those of a request that the user may open. */
export type ZipContent = { documentIds: string[] } | { requestId: string };

export const noAdminFilters: AdminDocumentFilters = {
  patientRefId: '',
  userId: '',
  fileType: '',
  dateRange: '',
  review: '',
};

/** The calls about documents. Deleting one refetches the lists of documents and of links. */
const documentsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * `search`: part of the reference, file name or comment. `scope`: blank for the user's own. The other filters are
     * applied in the browser.
     */
    documents: build.query<DocumentsResponse, { search: string; scope: string } | void>({
      queryFn: (given, _api, _options, ask) =>
        askForAll(ask, { url: '/documents', params: { ...given } }, 'uploads'),
      providesTags: ['Document'],
    }),
    document: build.query<Document | null, string>({
      query: (id) => ({ url: `/documents/${encodeURIComponent(id)}` }),
      transformResponse: (response: { document?: Document } | null) => response?.document ?? null,
      providesTags: (_document, _error, id) => [{ type: 'OpenDocument', id }],
      // The service has marked the document as seen by this user.
      onQueryStarted: async (id, { dispatch, getState, queryFulfilled }) => {
        const opened = (documents: Document[]) =>
          documents.filter((document) => document.id === id).forEach((document) => (document.seen = true));
        try {
          await queryFulfilled;
        } catch {
          return;
        }
        for (const given of documentsApi.util.selectCachedArgsForQuery(getState(), 'documents'))
          dispatch(documentsApi.util.updateQueryData('documents', given, (list) => opened(list.uploads)));
        for (const filters of documentsApi.util.selectCachedArgsForQuery(getState(), 'adminDocuments'))
          dispatch(
            documentsApi.util.updateQueryData('adminDocuments', filters, ({ pages }) =>
              pages.forEach((page) => opened(page.uploads)),
            ),
          );
      },
    }),
    reviewDocument: build.mutation<{ review: Review }, ReviewBody & { id: string }>({
      query: ({ id, ...body }) => ({
        url: `/documents/${encodeURIComponent(id)}/review`,
        method: 'POST',
        body,
      }),
      // Also after an error: someone else may have changed the state.
      invalidatesTags: (_response, _error, { id }) => ['Document', { type: 'OpenDocument', id }],
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        try {
          const { data } = await queryFulfilled;
          dispatch(
            documentsApi.util.updateQueryData('document', id, (document) => {
              if (document) document.review = data.review;
            }),
          );
        } catch {
          // The component that made the call shows the error.
        }
      },
    }),
    /** Paged: a clinic keeps its documents for years. */
    adminDocuments: build.infiniteQuery<DocumentsResponse, AdminDocumentFilters, string>({
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/admin/documents',
        params: { ...queryArg, limit: limits.pageMax, cursor: pageParam },
      }),
      providesTags: ['Document'],
    }),
    deleteDocument: build.mutation<unknown, string>({
      query: (id) => ({ url: `/upload/file/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Document', 'Token'],
    }),
    deleteDocuments: build.mutation<unknown, string[]>({
      query: (documentIds) => ({ url: '/upload/files/bulk', method: 'DELETE', body: { documentIds } }),
      invalidatesTags: ['Document', 'Token'],
    }),
  }),
});

export const {
  useDocumentsQuery,
  useDocumentQuery,
  useLazyDocumentQuery,
  useAdminDocumentsInfiniteQuery,
  useReviewDocumentMutation,
  useDeleteDocumentMutation,
  useDeleteDocumentsMutation,
} = documentsApi;

export const zipRequest = (content: ZipContent, receive: ReceiveFile): ApiRequest =>
  'requestId' in content
    ? { url: `/requests/${encodeURIComponent(content.requestId)}/download`, method: 'POST', receive }
    : { url: '/admin/documents/download', method: 'POST', body: content, receive };
