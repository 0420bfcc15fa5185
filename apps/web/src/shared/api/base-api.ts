import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { proofCancelled, type ApiError } from './api-error.js';
import { ask, type ApiMeta, type ApiRequest } from './ask.js';
import { proofRequests } from './proof-requests.js';

/**
 * A change that the server denies until there is a fresh proof waits for the dialog and is then sent again,
 * without the screen's involvement. Cancelling the dialog is an error for which no toast is shown.
 */
const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError, object, ApiMeta> = async (request, api) => {
  const answer = await ask(request, api.signal);
  if (api.type !== 'mutation' || answer.error?.code !== 'proof_required') return answer;
  if (!(await proofRequests.ask())) return { error: proofCancelled };
  return ask(request, api.signal);
};

/** The one API of the workspace. Features add their endpoints with `injectEndpoints`. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  // 'OpenDocument' is the document on /documents/{id}: changes to other documents must not reload its preview.
  tagTypes: ['Token', 'Document', 'OpenDocument', 'User', 'Team', 'Cover'],
  keepUnusedDataFor: 30,
  refetchOnMountOrArgChange: true,
  endpoints: () => ({}),
});
