import type { Faults } from './faults.js';
import type { State, Upload } from './state.js';

/**
 * The token service's statements on a link (`claims/`, `jobs/`, `revoke-token.ts`). Each returns the state
 * after its transaction; `claim`, `renew` and `confirm` also return their response.
 */
type Answered<Outcome extends string> = readonly [State, Outcome];

const free = { claim: null, leased: false, confirmed: false } as const;
const unflushedNothing = { unflushed: { commit: null, confirmation: false } } as const;

/** `sameKey`: both uploads have the same idempotency key, so each may take over the other's unconfirmed claim. */
export function claim(
  state: State,
  upload: Upload,
  sameKey: boolean,
  faults: Faults,
): Answered<'claimed' | 'refused' | 'finishing'> {
  const { status, confirmed, leased, pastExpiry } = state;
  const open = status === 'active' && (!confirmed || faults.has('a confirmed claim can be taken over'));
  const inTime = !pastExpiry || leased;
  const available = state.claim === upload || sameKey || state.claim === null || !leased;
  if (open && inTime && available)
    return [{ ...state, claim: upload, leased: true, confirmed: false }, 'claimed'];
  const ownKey = sameKey || state.claim === upload;
  return [state, status === 'active' && confirmed && ownKey ? 'finishing' : 'refused'];
}

export function renew(state: State, upload: Upload): Answered<'renewed' | 'lost'> {
  const { status, confirmed, leased, pastExpiry } = state;
  const own = state.claim === upload && status === 'active' && !confirmed && (leased || !pastExpiry);
  return own ? [{ ...state, leased: true }, 'renewed'] : [state, 'lost'];
}

export function confirm(state: State, upload: Upload, faults: Faults): Answered<'confirmed' | 'refused'> {
  const { status, confirmed, leased, pastExpiry } = state;
  if (state.claim !== upload) return [state, 'refused'];
  if (status === 'used') return [state, 'confirmed'];
  if (status !== 'active' || !(confirmed || leased || !pastExpiry)) return [state, 'refused'];
  const lazily = faults.has('a confirmation is answered before it is durable') && !confirmed;
  const unflushed = lazily ? { ...state.unflushed, confirmation: true } : state.unflushed;
  return [{ ...state, confirmed: true, unflushed }, 'confirmed'];
}

export const release = (state: State, upload: Upload): State =>
  state.claim === upload && state.status === 'active' ? { ...state, ...free } : state;

/** Caused by the call, the event or settling. The event names the link, so no claim is needed. */
export const markUsed = (state: State, upload: Upload): State =>
  state.status === 'active' ? { ...state, status: 'used', claim: upload, confirmed: true } : state;

export function revoke(state: State, faults: Faults): State {
  const { status, confirmed, pastExpiry } = state;
  const open = !confirmed || faults.has('a confirmed link can be revoked');
  return status === 'active' && open && !pastExpiry ? { ...state, status: 'revoked' } : state;
}

export function expire(state: State, faults: Faults): State {
  const { status, confirmed, leased, pastExpiry } = state;
  const open = !confirmed || faults.has('a confirmed claim expires with its link');
  const unclaimed = state.claim === null || !leased || confirmed;
  return status === 'active' && pastExpiry && open && unclaimed ? { ...state, status: 'expired' } : state;
}

/** The lease expires, which has no effect once the claim is confirmed. */
export const endLease = (state: State): State => (state.leased ? { ...state, leased: false } : state);

/** The database restarts after a crash and loses what was not durable. */
export const restart = (state: State): State =>
  state.unflushed.confirmation ? { ...state, confirmed: false, ...unflushedNothing } : state;
