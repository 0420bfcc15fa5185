import type { User } from '@caredrop/contracts';
import { useSyncExternalStore } from 'react';
import { session } from './session.js';

export const useSession = () => useSyncExternalStore(session.subscribe, session.get);

/** The signed-in user; null while unknown and when there is none. */
export function useUser(): User | null {
  const current = useSession();
  return current.status === 'signedIn' ? current.user : null;
}
