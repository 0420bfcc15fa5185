import type { ReissueAnswer, Thanks, ThanksSentence, Token } from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

const urlOf = (id: string, what: string) => `/tokens/${encodeURIComponent(id)}/${what}`;

/** Calls of dialogs and details, which lists load only when they open. */
const tokenChangesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    unlockCheck: build.mutation<unknown, string>({
      query: (id) => ({ url: `/tokens/${encodeURIComponent(id)}/check/unlock`, method: 'POST' }),
      invalidatesTags: ['Token'],
    }),
    extendToken: build.mutation<{ token: Token }, { id: string; days: number }>({
      query: ({ id, days }) => ({ url: urlOf(id, 'extend'), method: 'POST', body: { days } }),
      invalidatesTags: ['Token'],
    }),
    /** Repeating it with the same key does not create a second link. */
    reissueToken: build.mutation<ReissueAnswer, { id: string; send: boolean; key: string }>({
      query: ({ id, send, key }) => ({
        url: urlOf(id, 'reissue'),
        method: 'POST',
        body: { send },
        idempotencyKey: key,
      }),
      invalidatesTags: ['Token'],
    }),
    /** `reported_at`: the report that is shown; a later one stays open. */
    closeProblem: build.mutation<unknown, { id: string; reported_at: string }>({
      query: ({ id, ...body }) => ({ url: urlOf(id, 'problem/close'), method: 'POST', body }),
      // Also after a rejection: the patient may have written something new.
      invalidatesTags: ['Token'],
    }),
    thanks: build.query<Thanks, string>({
      query: (id) => ({ url: urlOf(id, 'thanks') }),
      providesTags: ['Token', 'Document'],
    }),
    sendThanks: build.mutation<Thanks, { id: string; sentence: ThanksSentence }>({
      query: ({ id, sentence }) => ({ url: urlOf(id, 'thanks'), method: 'POST', body: { sentence } }),
      invalidatesTags: ['Token'],
    }),
  }),
});

export const {
  useExtendTokenMutation,
  useUnlockCheckMutation,
  useReissueTokenMutation,
  useCloseProblemMutation,
  useThanksQuery,
  useSendThanksMutation,
} = tokenChangesApi;
