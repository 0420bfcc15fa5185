import type { SignInTicket } from '@caredrop/contracts';
import { isApiError } from '../../shared/api/api-error.js';

/** The step after a correct password if a second factor is required: enter a code, or set one up. */
export interface SecondStep {
  kind: 'code' | 'setup';
  ticket: string;
}

const kinds: Record<string, SecondStep['kind']> = {
  second_factor_needed: 'code',
  second_factor_setup_needed: 'setup',
};

/** The step that a failed sign-in asks for; null when there is none. */
export function secondStepOf(error: unknown): SecondStep | null {
  if (!isApiError(error)) return null;
  const kind = kinds[error.code ?? ''];
  const ticket = (error.data as Partial<SignInTicket> | null)?.ticket;
  return kind && typeof ticket === 'string' ? { kind, ticket } : null;
}
