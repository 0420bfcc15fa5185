import { proofCancelled } from './api-error.js';
import { ask, type ApiRequest } from './ask.js';
import { proofRequests } from './proof-requests.js';
import type { ApiResponse } from './read-response.js';

/**
 * Makes one call. If the server denies it until there is a fresh proof, it waits for the dialog and is then sent again,
 * without the screen's involvement. Cancelling the dialog is an error for which no toast is shown. Never throws.
 */
export async function askWithProof<Data = unknown>(
  request: ApiRequest,
  signal?: AbortSignal,
): Promise<ApiResponse<Data>> {
  const response = await ask<Data>(request, signal);
  if (response.error?.code !== 'proof_required') return response;
  if (!(await proofRequests.ask())) return { error: proofCancelled };
  return ask<Data>(request, signal);
}
