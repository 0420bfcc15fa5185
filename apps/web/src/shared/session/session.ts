import type { User } from '@caredrop/contracts';

/**
 * `determining`: a stored token is being checked and nothing may be shown yet. `signedOut.left` distinguishes
 * signing out (forget the page) from a session that ended.
 */
export type SessionState =
  { status: 'determining' } | { status: 'signedIn'; user: User } | { status: 'signedOut'; left: boolean };

let state: SessionState = { status: 'determining' };
const listeners = new Set<() => void>();

function become(next: SessionState): void {
  state = next;
  listeners.forEach((listener) => listener());
}

/** Who is signed in on this page. Not in the store of the workspace, which the sign-in page does not load. */
export const session = {
  get: (): SessionState => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  found: (user: User) => become({ status: 'signedIn', user }),
  /** The server no longer knows the session, or there never was one. */
  ended: () => become({ status: 'signedOut', left: false }),
  signedOut: () => become({ status: 'signedOut', left: true }),
  /** Another tab has signed in. */
  changed: () => become({ status: 'determining' }),
};
