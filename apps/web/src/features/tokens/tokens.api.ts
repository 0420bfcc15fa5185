import type {
  ListFilter,
  NewLinkResponse,
  NewLinkBody,
  Reminders,
  TokenDefaults,
  TokenDetails,
  TokensResponse,
} from '@caredrop/contracts';
import { askForAll } from '../../shared/api/ask-for-all.js';
import { baseApi } from '../../shared/api/base-api.js';

interface SendSmsRequest {
  id: string;
  phoneNumber: string;
  /** Null for the default text. */
  customMessage: string | null;
  language: string;
  reminders: boolean;
  key: string;
  /** In ISO 8601; if undefined, the text is sent now. */
  sendAt?: string | undefined;
}

interface SendEmailRequest {
  id: string;
  email: string;
  /** Null keeps the link's language. */
  language: string | null;
  reminders: boolean;
  key: string;
  sendAt?: string | undefined;
}

/** The filters, the order and the scope of the list of links; blank for the default. */
export type OwnFilters = Record<ListFilter<'tokens'>, string>;
export const noOwnFilters: OwnFilters = { search: '', status: '', expiryRange: '', sort: '', scope: '' };

/** The calls that every signed-in user can make about the links that they may work on. */
const tokensApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    tokens: build.query<TokensResponse, OwnFilters | void>({
      queryFn: (filters, _api, _options, ask) =>
        askForAll(ask, { url: '/tokens', ...(filters && { params: filters }) }, 'tokens'),
      providesTags: ['Token'],
    }),
    /** With `expiryDays`, the reminders are those of a link that expires after that many days. */
    tokenDefaults: build.query<TokenDefaults, { expiryDays?: number } | void>({
      query: (query) => ({ url: '/tokens/defaults', ...(query && { params: query }) }),
    }),
    token: build.query<TokenDetails | null, string>({
      query: (id) => ({ url: `/tokens/${encodeURIComponent(id)}` }),
      transformResponse: (response: { token?: TokenDetails } | null) => response?.token ?? null,
      providesTags: ['Token', 'Document'],
    }),
    reminders: build.query<Reminders, string>({
      query: (id) => ({ url: `/tokens/${encodeURIComponent(id)}/reminders` }),
      providesTags: ['Token'],
    }),
    changeReminders: build.mutation<Reminders, { id: string; change: 'pause' | 'resume' }>({
      query: ({ id, change }) => ({
        url: `/tokens/${encodeURIComponent(id)}/reminders/${change}`,
        method: 'POST',
      }),
      invalidatesTags: ['Token'],
    }),
    /** Repeating it with the same key creates no second link and sends nothing twice. */
    createToken: build.mutation<NewLinkResponse, NewLinkBody & { key: string }>({
      query: ({ key, ...body }) => ({ url: '/tokens', method: 'POST', body, idempotencyKey: key }),
      invalidatesTags: ['Token'],
    }),
    revokeToken: build.mutation<unknown, string>({
      query: (id) => ({
        url: `/tokens/${encodeURIComponent(id)}`,
        method: 'PATCH',
        body: { status: 'revoked' },
      }),
      invalidatesTags: ['Token'],
    }),
    /** Writes the audit entry: the page is about to export these links. */
    recordExport: build.mutation<unknown, string[]>({
      query: (tokenIds) => ({ url: '/tokens/exports', method: 'POST', body: { tokenIds } }),
    }),
    /** Repeating it with the same key sends no second text. */
    sendSms: build.mutation<unknown, SendSmsRequest>({
      query: ({ id, key, ...body }) => ({
        url: `/tokens/${encodeURIComponent(id)}/send-sms`,
        method: 'POST',
        body,
        idempotencyKey: key,
      }),
      invalidatesTags: ['Token'],
    }),
    /** Repeating it with the same key sends no second email. */
    sendEmail: build.mutation<unknown, SendEmailRequest>({
      query: ({ id, key, ...body }) => ({
        url: `/tokens/${encodeURIComponent(id)}/send-email`,
        method: 'POST',
        body,
        idempotencyKey: key,
      }),
      invalidatesTags: ['Token'],
    }),
  }),
});

export const {
  useTokensQuery,
  useTokenQuery,
  useTokenDefaultsQuery,
  useRemindersQuery,
  useChangeRemindersMutation,
  useCreateTokenMutation,
  useRevokeTokenMutation,
  useSendSmsMutation,
  useSendEmailMutation,
  useRecordExportMutation,
} = tokensApi;
