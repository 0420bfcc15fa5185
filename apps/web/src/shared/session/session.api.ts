import type { LoginAnswer, LoginBody, User } from '@caredrop/contracts';
import { baseApi } from '../api/base-api.js';

/** Signing in and out, and the current user. */
export const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<LoginAnswer, LoginBody>({
      query: (body) => ({ url: '/auth/login', method: 'POST', body, open: true }),
    }),
    /**
     * Not a query: the response becomes the session, which must not depend on a cache that is being cleared.
     */
    me: build.mutation<{ user: User | null }, void>({ query: () => ({ url: '/auth/me' }) }),
    logout: build.mutation<null, string>({
      query: (bearer) => ({ url: '/auth/logout', method: 'POST', bearer, keepalive: true }),
    }),
  }),
});

export const { useLoginMutation } = sessionApi;
