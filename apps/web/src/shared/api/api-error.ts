import type { SerializedError } from '@reduxjs/toolkit';

/** Why a call failed. `status` 0: no response (network, timeout, abort), or a success whose body is unreadable. */
export interface ApiError {
  status: number;
  /** The `message` of the response, for users; null if there is none. */
  message: string | null;
  code: string | null;
  /** The values inserted into `message`, by the name of the placeholder. */
  params: Record<string, unknown>;
  data: unknown;
}

/** True for an error of our API client, so that `status` and `message` can be trusted. */
export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'status' in error && 'code' in error;
}

/** The server's own message, or null. */
export function serverMessage(error: unknown): string | null {
  return isApiError(error) ? error.message : null;
}

/**
 * Whether it is unknown if a change was made: there was no response, or a service failed, which may have been after it
 * made the change.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.status >= 500);
}

/**
 * There is no fresh proof: the user cancelled the dialog or was signed out, or it failed to load. Nothing was changed,
 * and this error is not shown.
 */
export const proofCancelled: ApiError = {
  status: 403,
  message: null,
  code: 'proof_cancelled',
  params: {},
  data: null,
};
export const isProofCancelled = (error: unknown): boolean =>
  isApiError(error) && error.code === proofCancelled.code;

/** The `error` that RTK Query passes to components. */
export type QueryError = ApiError | SerializedError | undefined;
