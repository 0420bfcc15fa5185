import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { baseApi } from '../shared/api/base-api.js';
import { determineSession } from '../shared/session/determine-session.js';
import { sessionChanged, sessionEnded, type SessionRoot } from '../shared/session/session.slice.js';
import { storedToken } from '../shared/session/stored-token.js';
import { useSession } from '../shared/session/use-session.js';

/**
 * Determines who is signed in when the page starts and when another tab signs in or out. Drops one user's
 * data before rendering the next one's pages.
 */
export function SessionKeeper() {
  const dispatch = useDispatch<ThunkDispatch<SessionRoot, unknown, UnknownAction>>();
  const { status } = useSession();

  useEffect(() => {
    if (status === 'determining') void dispatch(determineSession());
    if (status !== 'signedOut') return;
    storedToken.remove();
    dispatch(baseApi.util.resetApiState());
  }, [dispatch, status]);

  useEffect(() => {
    const changed = (event: StorageEvent) => {
      if (event.key !== storedToken.key && event.key !== null) return;
      dispatch(storedToken.read() === null ? sessionEnded() : sessionChanged());
    };
    window.addEventListener('storage', changed);
    return () => window.removeEventListener('storage', changed);
  }, [dispatch]);
  return null;
}
