import type { AssignTokenBody } from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

/** Changes to one link of a selection. They refetch nothing: `useBulkRun` does so once, after the last one. */
const tokenBulkApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Sends the usual text again. Repeating it with the same key sends no second text. */
    resendText: build.mutation<unknown, { id: string; phoneNumber: string; reminders: boolean; key: string }>(
      {
        query: ({ id, key, ...body }) => ({
          url: `/tokens/${encodeURIComponent(id)}/send-sms`,
          method: 'POST',
          body,
          idempotencyKey: key,
        }),
      },
    ),
    /** Emails the link again. Repeating it with the same key sends no second email. */
    resendEmail: build.mutation<unknown, { id: string; email: string; reminders: boolean; key: string }>({
      query: ({ id, key, ...body }) => ({
        url: `/tokens/${encodeURIComponent(id)}/send-email`,
        method: 'POST',
        body,
        idempotencyKey: key,
      }),
    }),
    assignOneOfMany: build.mutation<unknown, AssignTokenBody & { id: string }>({
      query: ({ id, ...body }) => ({
        url: `/tokens/${encodeURIComponent(id)}/assign`,
        method: 'POST',
        body,
      }),
    }),
    revokeOneOfMany: build.mutation<unknown, { id: string }>({
      query: ({ id }) => ({
        url: `/tokens/${encodeURIComponent(id)}`,
        method: 'PATCH',
        body: { status: 'revoked' },
      }),
    }),
  }),
});

export const {
  useResendTextMutation,
  useResendEmailMutation,
  useAssignOneOfManyMutation,
  useRevokeOneOfManyMutation,
} = tokenBulkApi;
