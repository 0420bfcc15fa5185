import type { User } from '@caredrop/contracts';

/**
 * `determining`: it is not known yet whether there is a session, and screens that need one wait.
 * `signedOut.left` distinguishes signing out (forget the page) from a session that ended.
 */
export type SessionState =
  | { status: 'determining' }
  | { status: 'signedIn'; user: User }
  | { status: 'signedOut'; left: boolean };

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
  /** The session has ended here or in another tab, it could not be checked, or there was none. */
  ended: () => become({ status: 'signedOut', left: false }),
  signedOut: () => become({ status: 'signedOut', left: true }),
  /** Another tab has signed in. */
  changed: () => become({ status: 'determining' }),
};
