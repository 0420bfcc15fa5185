import { z } from 'zod';
import { limits } from '../limits.js';
import { messages } from '../messages.js';
import { userSchema } from './users.js';

const required = { error: messages.auth.required };

export const loginBody = z.object({
  email: z
    .string(required)
    .trim()
    .min(1, messages.auth.required)
    .max(limits.emailMax, messages.general.tooLong('Email', limits.emailMax)),
  password: z.string(required).min(1, messages.auth.required),
});
export type LoginBody = z.infer<typeof loginBody>;

export const loginAnswer = z.object({ user: userSchema, token: z.string() });
export type LoginAnswer = z.infer<typeof loginAnswer>;

export const meAnswer = z.object({ user: userSchema });

export const forgotPasswordBody = z.object({
  email: z.string({ error: messages.auth.emailRequired }).trim().min(1, messages.auth.emailRequired),
});

/** The minimum length is a setting of the auth service, which checks it. */
export const resetPasswordBody = z.object({
  token: z.string({ error: messages.auth.resetTokenInvalid }).trim().nullish(),
  password: z.string({ error: messages.auth.passwordRequired }).min(1, messages.auth.passwordRequired),
});

/** Asks for the current password: the session may have been left open. */
export const changePasswordBody = z.object({
  currentPassword: z
    .string({ error: messages.password.currentRequired })
    .min(1, messages.password.currentRequired),
  newPassword: z.string({ error: messages.auth.passwordRequired }).min(1, messages.auth.passwordRequired),
});
