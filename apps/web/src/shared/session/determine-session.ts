import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { isApiError } from '../api/api-error.js';
import { baseApi } from '../api/base-api.js';
import { sessionApi } from './session.api.js';
import { sessionEnded, sessionFound, type SessionRoot } from './session.slice.js';
import { storedToken } from './stored-token.js';

const pausesMs = [300, 900];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Worth retrying: no response, or a server error. */
const mayPass = (error: unknown) => isApiError(error) && (error.status === 0 || error.status >= 500);

type SessionThunk = ThunkAction<Promise<void>, SessionRoot, unknown, UnknownAction>;

/**
 * Looks up the user of the stored token. Network errors and 5xx are retried twice; after that, and on any
 * other failure, the token is removed and the visitor counts as signed out, without a message.
 */
export const determineSession = (): SessionThunk => async (dispatch, getState) => {
  const token = storedToken.read();
  if (token === null) return void dispatch(sessionEnded());
  for (const wait of [0, ...pausesMs]) {
    if (wait > 0) await pause(wait);
    const answer = await dispatch(sessionApi.endpoints.me.initiate(undefined, { track: false }));
    if (storedToken.read() !== token || getState().session.status !== 'determining') return;
    if (answer.data?.user) {
      // No data of the previous user may remain when this user's pages are rendered.
      dispatch(baseApi.util.resetApiState());
      return void dispatch(sessionFound(answer.data.user));
    }
    if (!mayPass(answer.error)) break;
  }
  storedToken.remove();
  dispatch(sessionEnded());
};
