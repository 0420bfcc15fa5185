import type { ListFilter, Token, TokensResponse } from '@caredrop/contracts';
import { limits } from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

export type MonitorFilters = Record<ListFilter<'token-monitor'>, string>;

export const noMonitorFilters: MonitorFilters = { status: '', expiryRange: '', userId: '', search: '' };

export interface BulkRequest {
  count: number;
  prefix: string;
  /** '' for none. */
  language: string;
  /** Absent: the clinic's default. */
  expiryDays?: number | undefined;
}

/** The administrator's calls. The monitor is paged: a clinic may have 100,000 tokens. */
const tokenMonitorApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    monitor: build.infiniteQuery<TokensResponse, MonitorFilters, string>({
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/admin/tokens/monitor',
        params: { ...queryArg, limit: limits.pageMax, cursor: pageParam },
      }),
      providesTags: ['Token'],
    }),
    generateBulk: build.mutation<{ tokens: Token[] }, BulkRequest>({
      query: ({ count, prefix, language, expiryDays }) => ({
        url: '/tokens/bulk',
        method: 'POST',
        body: { count, expiryDays, language, ...(prefix.trim() !== '' && { prefix: prefix.trim() }) },
      }),
      invalidatesTags: ['Token'],
    }),
  }),
});

export const { useMonitorInfiniteQuery, useGenerateBulkMutation } = tokenMonitorApi;
