import { messages } from '@caredrop/contracts';
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { forgetDrafts } from '../lib/drafts.js';
import { toast } from '../ui/toast.js';
import { sessionApi } from './session.api.js';
import { signedOut, type SessionRoot } from './session.slice.js';
import { storedToken } from './stored-token.js';

/** Ends the session on the server and here; here even when the server cannot be reached. */
export function useSignOut(): () => Promise<void> {
  const dispatch = useDispatch<ThunkDispatch<SessionRoot, unknown, UnknownAction>>();
  return useCallback(async () => {
    const bearer = storedToken.read();
    storedToken.remove();
    forgetDrafts();
    dispatch(signedOut());
    toast.success(messages.auth.loggedOut);
    if (bearer !== null) await dispatch(sessionApi.endpoints.logout.initiate(bearer));
  }, [dispatch]);
}
