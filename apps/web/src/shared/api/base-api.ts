import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { ApiError } from './api-error.js';
import { ask, type ApiMeta, type ApiRequest } from './ask.js';
import { askWithProof } from './ask-with-proof.js';

/** Only changes open the dialog for a fresh proof. */
const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError, object, ApiMeta> = (request, { type, signal }) =>
  type === 'mutation' ? askWithProof(request, signal) : ask(request, signal);

/**
 * The one API of the workspace. Features add their endpoints with `injectEndpoints`. A download is not an endpoint:
 * nothing is refetched while a call is pending, and a download can take minutes.
 */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  // 'OpenDocument' is the document on /documents/{id}: changes to other documents must not reload its preview.
  tagTypes: ['Token', 'Document', 'OpenDocument', 'User', 'Team', 'Cover'],
  keepUnusedDataFor: 30,
  refetchOnMountOrArgChange: true,
  endpoints: () => ({}),
});
