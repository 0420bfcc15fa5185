import type { SessionTime } from '@caredrop/contracts';
import { baseApi } from '../../shared/api/base-api.js';

type Answer = { session: SessionTime };

/** Mutations both: what is left of a session is out of date as soon as it is known, so nothing may cache it. */
export const sessionTimeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** No activity, by the gateway's routing table. */
    sessionTime: build.mutation<SessionTime, void>({
      query: () => ({ url: '/auth/session' }),
      transformResponse: ({ session }: Answer) => session,
    }),
    extendSession: build.mutation<SessionTime, void>({
      query: () => ({ url: '/auth/session/extend', method: 'POST' }),
      transformResponse: ({ session }: Answer) => session,
    }),
  }),
});

export const { useExtendSessionMutation } = sessionTimeApi;
