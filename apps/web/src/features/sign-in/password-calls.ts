import { openPost, useCall } from '../../shared/api/use-call.js';

const toForgot = openPost('/auth/forgot-password');
const toReset = openPost('/auth/reset-password');

/** Requests an email to reset a forgotten password; works without signing in. */
export const useForgotPassword = () => useCall<unknown, { email: string }>(toForgot);
export const useResetPassword = () => useCall<unknown, { token: string; password: string }>(toReset);
