import { z } from 'zod';
import { limits } from '../limits.js';
import { keys } from '../error-keys.js';
import { userSchema } from './users.js';

const required = { error: keys.credentials_required };

export const loginBody = z.object({
  email: z.string(required).trim().min(1, keys.credentials_required).max(limits.emailMax, keys.too_long),
  password: z.string(required).min(1, keys.credentials_required),
});
export type LoginBody = z.infer<typeof loginBody>;

export const loginResponse = z.object({ user: userSchema, token: z.string() });
export type LoginResponse = z.infer<typeof loginResponse>;

export const meResponse = z.object({ user: userSchema });

export const forgotPasswordBody = z.object({
  email: z.string({ error: keys.email_required }).trim().min(1, keys.email_required),
});

/** The minimum length is a setting of the auth service, which checks it. */
export const resetPasswordBody = z.object({
  token: z.string({ error: keys.reset_token_invalid }).trim().nullish(),
  password: z.string({ error: keys.password_required }).min(1, keys.password_required),
});

/** Six digits from an authenticator app, or a recovery code; blanks and dashes are allowed. */
export const secondFactorCode = z
  .string({ error: keys.code_required })
  .trim()
  .min(1, keys.code_required)
  .max(64, keys.invalid_code);

/**
 * Requires the current password, and a code if the account has a second factor, because the session may have been left
 * open.
 */
export const changePasswordBody = z.object({
  currentPassword: z.string({ error: keys.current_password_required }).min(1, keys.current_password_required),
  newPassword: z.string({ error: keys.password_required }).min(1, keys.password_required),
  code: secondFactorCode.nullish(),
});
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;
