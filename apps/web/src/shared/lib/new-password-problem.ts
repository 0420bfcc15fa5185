import { errors, errorSentence, messages } from '@caredrop/contracts';

export interface NewPassword {
  password: string;
  confirmation: string;
}

/**
 * Checked in this order: empty, too short (in code points, as on the server), not equal. The server reports any further
 * requirement of the clinic.
 */
export function newPasswordProblem(
  { password, confirmation }: NewPassword,
  min: number,
): Partial<NewPassword> {
  if (password === '') return { password: errors.password_required.text };
  if ([...password].length < min) return { password: errorSentence('password_too_short', { min }) };
  if (password !== confirmation) return { confirmation: messages.auth.passwordsDiffer };
  return {};
}
