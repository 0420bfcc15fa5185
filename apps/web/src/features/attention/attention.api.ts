import type {
  AttentionDocumentsResponse,
  AttentionQuery,
  AttentionReason,
  AttentionTokensResponse,
} from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

export type AttentionScope = NonNullable<AttentionQuery['scope']>;

export interface AttentionArgs {
  /** Everyone's items instead of the caller's own; for administrators. */
  everyone: boolean;
  /** If absent: the caller's own items, or everyone's. */
  scope?: AttentionScope | undefined;
  show: 'open' | 'snoozed';
  limit: number;
}

/** The dashboard's list; the navigation shows its count. */
export const topArgs = { everyone: false, show: 'open', limit: 5 } as const;

interface SnoozeRequest {
  kind: 'tokens' | 'documents';
  id: string;
  reason: AttentionReason;
  /** The time that the row shows; not needed to end a snooze. */
  since?: string;
  /** Null ends the snooze. */
  until: string | null;
}

const addressOf = (kind: SnoozeRequest['kind'], { everyone, scope, show, limit }: AttentionArgs) => ({
  url: `${everyone ? '/admin' : ''}/${kind}/attention`,
  params: { show, limit, scope },
});

/** Lists of what needs attention: the token service knows the links, the document service the documents. */
const attentionApi = baseApi.enhanceEndpoints({ addTagTypes: ['Attention'] }).injectEndpoints({
  endpoints: (build) => ({
    attentionTokens: build.query<AttentionTokensResponse, AttentionArgs>({
      query: (args) => addressOf('tokens', args),
      providesTags: ['Token', 'Attention'],
    }),
    attentionDocuments: build.query<AttentionDocumentsResponse, AttentionArgs>({
      query: (args) => addressOf('documents', args),
      providesTags: ['Document', 'Attention'],
    }),
    snooze: build.mutation<unknown, SnoozeRequest>({
      query: ({ kind, id, ...body }) => ({
        url: `/${kind}/${encodeURIComponent(id)}/snooze`,
        method: 'POST',
        body,
      }),
      invalidatesTags: ['Attention'],
    }),
  }),
});

/** Fetches the lists again: some links need attention only because time has passed. */
export const checkAgain = () => attentionApi.util.invalidateTags(['Attention']);

export const { useAttentionTokensQuery, useAttentionDocumentsQuery, useSnoozeMutation } = attentionApi;
