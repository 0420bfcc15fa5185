import { useCall } from '../../shared/api/use-call.js';

const toPost = (url: string) => (body: object) => ({ url, method: 'POST' as const, body, open: true });
const [toForgot, toReset] = [toPost('/auth/forgot-password'), toPost('/auth/reset-password')];

/** Forgotten passwords; works without signing in. */
export const useForgotPassword = () => useCall<unknown, { email: string }>(toForgot);
export const useResetPassword = () => useCall<unknown, { token: string; password: string }>(toReset);
