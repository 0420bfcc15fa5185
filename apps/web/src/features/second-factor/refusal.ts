import { isApiError, serverMessage } from '../../shared/api/api-error.js';

const codeOf = (error: unknown) => (isApiError(error) ? error.code : null);

/** Which field a refusal belongs to, with the server's sentence for it. */
export function fieldErrors(error: unknown): { password?: string; code?: string } {
  const sentence = serverMessage(error) ?? undefined;
  if (codeOf(error) === 'invalid_credentials') return { password: sentence };
  if (codeOf(error) === 'invalid_code') return { code: sentence };
  return {};
}

/** The ticket is no longer good: only the password helps. */
export const mustStartAgain = (error: unknown) => codeOf(error) === 'sign_in_over';

export const isAboutField = (error: unknown) => Object.keys(fieldErrors(error)).length > 0;
