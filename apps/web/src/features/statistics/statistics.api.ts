import type { StatisticsAnswer, StatisticsGrouping } from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

interface StatisticsArgs {
  /** The whole clinic's instead of the caller's own; for administrators. */
  everyone: boolean;
  from: string;
  to: string;
  by: StatisticsGrouping;
}

/** Without tags: statistics are not refetched when a single link changes. */
const statisticsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    statistics: build.query<StatisticsAnswer, StatisticsArgs>({
      query: ({ everyone, ...params }) => ({ url: everyone ? '/admin/statistics' : '/statistics', params }),
    }),
  }),
});

export const { useStatisticsQuery } = statisticsApi;
