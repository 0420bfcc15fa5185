import {
  limits,
  type Document,
  type DocumentsAnswer,
  type Review,
  type ReviewBody,
} from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

export interface AdminDocumentFilters {
  patientRefId: string;
  userId: string;
  fileType: string;
  dateRange: string;
  review: string;
}

export const noAdminFilters: AdminDocumentFilters = {
  patientRefId: '',
  userId: '',
  fileType: '',
  dateRange: '',
  review: '',
};

/** The calls about documents; each screen that shows them refetches when one is deleted. */
const documentsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    documents: build.query<DocumentsAnswer, void>({
      query: () => ({ url: '/documents' }),
      providesTags: ['Document'],
    }),
    document: build.query<Document | null, string>({
      query: (id) => ({ url: `/documents/${encodeURIComponent(id)}` }),
      transformResponse: (answer: { document?: Document } | null) => answer?.document ?? null,
      providesTags: (_document, _error, id) => [{ type: 'OpenDocument', id }],
      // The service has marked it as opened by this person.
      onQueryStarted: async (id, { dispatch, getState, queryFulfilled }) => {
        const opened = (documents: Document[]) =>
          documents.filter((document) => document.id === id).forEach((document) => (document.seen = true));
        try {
          await queryFulfilled;
        } catch {
          return;
        }
        dispatch(documentsApi.util.updateQueryData('documents', undefined, (list) => opened(list.uploads)));
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
      // Also after a refusal: someone else has changed it.
      invalidatesTags: (_answer, _error, { id }) => ['Document', { type: 'OpenDocument', id }],
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        try {
          const { data } = await queryFulfilled;
          dispatch(
            documentsApi.util.updateQueryData('document', id, (document) => {
              if (document) document.review = data.review;
            }),
          );
        } catch {
          // Reported where it was asked for.
        }
      },
    }),
    /** Paged: a clinic keeps its documents for years. */
    adminDocuments: build.infiniteQuery<DocumentsAnswer, AdminDocumentFilters, string>({
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
    downloadZip: build.mutation<Blob, string[]>({
      query: (documentIds) => ({
        url: '/admin/documents/download',
        method: 'POST',
        body: { documentIds },
        answer: 'blob',
      }),
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
  useDownloadZipMutation,
} = documentsApi;
