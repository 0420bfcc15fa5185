import type { SerializedError } from '@reduxjs/toolkit';

/** Why a call failed. `status` 0: no response (network, timeout, abort), or a success whose body is unreadable. */
export interface ApiError {
  status: number;
  /** The server's message for users; null if there was no response or it was not our envelope. */
  message: string | null;
  code: string | null;
  data: unknown;
}

/** True for an error made by our base query, so that `status` and `message` can be trusted. */
export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'status' in error && 'code' in error;
}

/** The server's own message, or null. */
export function serverMessage(error: unknown): string | null {
  return isApiError(error) ? error.message : null;
}

/** The user cancelled the dialog for a fresh proof: nothing was changed, and no error is shown. */
export const proofCancelled: ApiError = { status: 403, message: null, code: 'proof_cancelled', data: null };
export const isProofCancelled = (error: unknown): boolean =>
  isApiError(error) && error.code === proofCancelled.code;

/** The `error` that RTK Query passes to components. */
export type QueryError = ApiError | SerializedError | undefined;
