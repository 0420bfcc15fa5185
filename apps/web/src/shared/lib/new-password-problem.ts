import { messages } from '@caredrop/contracts';

export interface NewPassword {
  password: string;
  confirmation: string;
}

/**
 * Checked in this order: empty, too short, not equal. The server reports whatever else the clinic requires.
 */
export function newPasswordProblem(
  { password, confirmation }: NewPassword,
  min: number,
): Partial<NewPassword> {
  if (password === '') return { password: messages.auth.passwordRequired };
  if (password.length < min) return { password: messages.auth.passwordTooShort(min) };
  if (password !== confirmation) return { confirmation: messages.auth.passwordsDiffer };
  return {};
}
