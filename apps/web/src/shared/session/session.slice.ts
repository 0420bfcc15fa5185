import type { User } from '@caredrop/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/**
 * `determining`: a stored token is being checked and nothing may be shown yet. `signedOut.left` distinguishes
 * signing out (forget the page) from a session that ended.
 */
type SessionState =
  { status: 'determining' } | { status: 'signedIn'; user: User } | { status: 'signedOut'; left: boolean };

const session = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ status: 'determining' }),
  reducers: {
    sessionFound: (_state, action: PayloadAction<User>): SessionState => ({
      status: 'signedIn',
      user: action.payload,
    }),
    /** The server no longer knows the session, or there never was one. */
    sessionEnded: (): SessionState => ({ status: 'signedOut', left: false }),
    signedOut: (): SessionState => ({ status: 'signedOut', left: true }),
    sessionChanged: (): SessionState => ({ status: 'determining' }),
  },
});

export const { sessionFound, sessionEnded, signedOut, sessionChanged } = session.actions;
export const sessionReducer = session.reducer;
export interface SessionRoot {
  session: SessionState;
}
