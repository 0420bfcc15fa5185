import { isApiError, serverMessage } from '../../shared/api/api-error.js';

const codeOf = (error: unknown) => (isApiError(error) ? error.code : null);

/** The field that an error belongs to, with the server's message for it. */
export function fieldErrors(error: unknown): { password?: string; code?: string } {
  const sentence = serverMessage(error) ?? undefined;
  if (codeOf(error) === 'password_wrong') return { password: sentence };
  if (codeOf(error) === 'invalid_code') return { code: sentence };
  return {};
}

/** Whether the ticket is no longer valid, so that the user has to enter the password again. */
export const mustStartAgain = (error: unknown) => codeOf(error) === 'sign_in_over';

export const isAboutField = (error: unknown) => Object.keys(fieldErrors(error)).length > 0;
