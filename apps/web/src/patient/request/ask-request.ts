import { fields } from '../response-fields.js';
import { proofHeaders } from '../check/patient-proof.js';
import { askLink } from '../link/post-link.js';
import { wait } from '../link/validate-link.js';
import { readRequest, type RequestState } from './request-state.js';

/** Pauses before the call is repeated, in milliseconds. */
const pauses = [500, 1_000, 2_000, 4_000];

/**
 * Fetches how to continue with the request of a link. Repeats the call while the response still lists this link as
 * open: its document has arrived, but the token service learns this a moment later. Null when the call fails, and when
 * the last response still lists this link. Never throws.
 */
export async function askRequest(token: string): Promise<RequestState | null> {
  for (const pause of [...pauses, null]) {
    const response = await askLink('request', { token }, proofHeaders());
    if (response?.status !== 200) return null;
    const state = readRequest(fields(response.body).data);
    if (state.open?.token !== token) return state;
    if (pause) await wait(pause);
  }
  return null;
}

/** `ended`: the link no longer works, or its document cannot be skipped. */
export type Skipped = RequestState | 'ended' | 'unconfirmed';

/** Skips the document of a link. Repeating it is harmless. Never throws. */
export async function skipDocument(token: string): Promise<Skipped> {
  const response = await askLink('skip', { token }, proofHeaders());
  if (!response || response.status >= 500 || response.status === 429) return 'unconfirmed';
  return response.status === 200 ? readRequest(fields(response.body).data) : 'ended';
}
