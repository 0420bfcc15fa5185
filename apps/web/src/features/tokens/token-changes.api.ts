import type {
  AssignTokenBody,
  AskAgain,
  AskAgainBody,
  ReissueResponse,
  Sheet,
  Thanks,
  ThanksSentence,
  Token,
} from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

const urlOf = (id: string, what: string) => `/tokens/${encodeURIComponent(id)}/${what}`;

/**
 * Calls made by dialogs, by the pages of a single link or document, and by the action for a report. Lists of links load
 * them only when a dialog opens.
 */
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
    assignToken: build.mutation<unknown, AssignTokenBody & { id: string }>({
      query: ({ id, ...body }) => ({ url: urlOf(id, 'assign'), method: 'POST', body }),
      // Also after a rejection: a colleague may have assigned the link.
      invalidatesTags: ['Token', 'Document'],
    }),
    /**
     * Repeating it with the same key does not create a second link. `reported_at`: the report that is shown; a link with
     * another report is not replaced.
     */
    reissueToken: build.mutation<
      ReissueResponse,
      {
        id: string;
        send: boolean;
        reminders: boolean | undefined;
        reported_at: string | undefined;
        key: string;
      }
    >({
      query: ({ id, key, ...body }) => ({
        url: urlOf(id, 'reissue'),
        method: 'POST',
        body,
        idempotencyKey: key,
      }),
      invalidatesTags: ['Token'],
    }),
    /** `reported_at`: the report or the item that is shown; a later report stays open. */
    closeProblem: build.mutation<unknown, { id: string; reported_at: string }>({
      query: ({ id, ...body }) => ({ url: urlOf(id, 'problem/close'), method: 'POST', body }),
      // Also after a rejection: the patient may have sent another report.
      invalidatesTags: ['Token'],
    }),
    sheet: build.query<Sheet, string>({
      query: (id) => ({ url: urlOf(id, 'sheet') }),
      providesTags: ['Token'],
    }),
    thanks: build.query<Thanks, string>({
      query: (id) => ({ url: urlOf(id, 'thanks') }),
      providesTags: ['Token', 'Document'],
    }),
    askAgain: build.query<AskAgain, string>({
      query: (id) => ({ url: urlOf(id, 'ask-again') }),
      providesTags: ['Token', 'Document'],
    }),
    /** Repeating it with the same key does not create a second link. */
    sendAskAgain: build.mutation<ReissueResponse, AskAgainBody & { id: string; key: string }>({
      query: ({ id, key, ...body }) => ({
        url: urlOf(id, 'ask-again'),
        method: 'POST',
        body,
        idempotencyKey: key,
      }),
      invalidatesTags: ['Token', 'Document'],
    }),
    sendThanks: build.mutation<Thanks, { id: string; sentence: ThanksSentence }>({
      query: ({ id, sentence }) => ({ url: urlOf(id, 'thanks'), method: 'POST', body: { sentence } }),
      invalidatesTags: ['Token'],
    }),
  }),
});

export const {
  useAssignTokenMutation,
  useExtendTokenMutation,
  useUnlockCheckMutation,
  useReissueTokenMutation,
  useCloseProblemMutation,
  useSheetQuery,
  useThanksQuery,
  useSendThanksMutation,
  useAskAgainQuery,
  useSendAskAgainMutation,
} = tokenChangesApi;
