import { baseApi } from '../../shared/api/base-api.js';

/** Forgotten passwords; works without signing in. */
const passwordsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    forgotPassword: build.mutation<unknown, { email: string }>({
      query: (body) => ({ url: '/auth/forgot-password', method: 'POST', body, open: true }),
    }),
    resetPassword: build.mutation<unknown, { token: string; password: string }>({
      query: (body) => ({ url: '/auth/reset-password', method: 'POST', body, open: true }),
    }),
  }),
});

export const { useForgotPasswordMutation, useResetPasswordMutation } = passwordsApi;
