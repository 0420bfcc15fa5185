import { limits, type Document, type DocumentsAnswer } from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

export interface AdminDocumentFilters {
  patientRefId: string;
  userId: string;
  fileType: string;
  dateRange: string;
}

export const noAdminFilters: AdminDocumentFilters = {
  patientRefId: '',
  userId: '',
  fileType: '',
  dateRange: '',
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
  useDeleteDocumentMutation,
  useDeleteDocumentsMutation,
  useDownloadZipMutation,
} = documentsApi;
