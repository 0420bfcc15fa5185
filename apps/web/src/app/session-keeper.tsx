import { useEffect } from 'react';
import { determineSession } from '../shared/session/determine-session.js';
import { session } from '../shared/session/session.js';
import { storedToken } from '../shared/session/stored-token.js';
import { useSession } from '../shared/session/use-session.js';

/** Determines who is signed in when the page starts and when another tab signs in or out. */
export function SessionKeeper() {
  const { status } = useSession();

  useEffect(() => {
    if (status === 'determining') void determineSession();
    if (status === 'signedOut') storedToken.remove();
  }, [status]);

  useEffect(() => {
    const changed = (event: StorageEvent) => {
      if (event.key !== storedToken.key && event.key !== null) return;
      if (storedToken.read() === null) session.ended();
      else session.changed();
    };
    window.addEventListener('storage', changed);
    return () => window.removeEventListener('storage', changed);
  }, []);
  return null;
}
