import type { SessionTime } from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

type SessionResponse = { session: SessionTime };

/** Both are mutations: the time left is out of date as soon as it arrives, so it must not be cached. */
export const sessionTimeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Does not count as activity: see the gateway's route table. */
    sessionTime: build.mutation<SessionTime, void>({
      query: () => ({ url: '/auth/session' }),
      transformResponse: ({ session }: SessionResponse) => session,
    }),
    extendSession: build.mutation<SessionTime, void>({
      query: () => ({ url: '/auth/session/extend', method: 'POST' }),
      transformResponse: ({ session }: SessionResponse) => session,
    }),
  }),
});

export const { useExtendSessionMutation } = sessionTimeApi;
