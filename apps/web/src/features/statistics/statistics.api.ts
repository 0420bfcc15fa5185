import type { StatisticsResponse, StatisticsGrouping } from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

interface StatisticsArgs {
  /** The whole clinic's statistics instead of the caller's own; for administrators. */
  everyone: boolean;
  from: string;
  to: string;
  by: StatisticsGrouping;
}

/** Statistics with their grouping, because the page still shows them while another grouping loads. */
export type ComparedStatistics = StatisticsResponse & { by: StatisticsGrouping };

/** Without tags: statistics are not refetched whenever a link changes. */
const statisticsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    statistics: build.query<ComparedStatistics, StatisticsArgs>({
      query: ({ everyone, ...params }) => ({ url: everyone ? '/admin/statistics' : '/statistics', params }),
      transformResponse: (response: StatisticsResponse, _meta, { by }) => ({ ...response, by }),
    }),
  }),
});

export const { useStatisticsQuery } = statisticsApi;
