import type { User } from '@caredrop/contracts';
import { useSelector } from 'react-redux';
import type { SessionRoot } from './session.slice.js';

export const useSession = () => useSelector((root: SessionRoot) => root.session);

/** The signed-in user; null while unknown and when there is none. */
export function useUser(): User | null {
  const session = useSession();
  return session.status === 'signedIn' ? session.user : null;
}
