import { useCallback, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { SessionTime } from '@caredrop/contracts';
import { useSession } from '../../shared/session/use-session.js';
import { sessionTimeApi } from './session-time.api.js';
import { endingOf, type Ending } from './time-left.js';

/** How often the server is queried while the warning is shown, since another tab may be in use. */
const pollMs = 10_000;
const retryMs = 15_000;
const soonestMs = 1000;

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** The channel on which a tab announces to the others that the session's remaining time has changed. */
const openChannel = () =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('caredrop.session-time');

/**
 * When the current session will end. The server is queried at the start, when the page becomes visible, when another
 * tab has extended the session, when the warning is due, and from then on every 10 s, because activity in this or
 * another tab extends the session. When the time is up, the server is queried again, and a 401 ends the session here.
 * After any other failure, the query is repeated every 15 s until it succeeds.
 */
export function useEnding(): { ending: Ending | null; update: (time: SessionTime) => void } {
  const dispatch = useDispatch<Dispatch>();
  const signedIn = useSession().status === 'signedIn';
  const [ending, setEnding] = useState<Ending | null>(null);

  const query = useCallback(async () => {
    const pending = dispatch(sessionTimeApi.endpoints.sessionTime.initiate(undefined, { track: false }));
    const { data, error } = (await pending) as { data?: SessionTime; error?: { status?: number } };
    if (data) setEnding(endingOf(data, Date.now()));
    return error?.status !== 401;
  }, [dispatch]);

  useEffect(() => {
    if (!signedIn) return;
    let timer: ReturnType<typeof setTimeout>;
    const queryIn = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(
        () => void query().then((alive) => alive && queryIn(retryMs)),
        Math.max(soonestMs, ms),
      );
    };
    // A new `ending` reruns this effect, so `queryIn(retryMs)` takes effect only if the query failed.
    if (ending === null) void query().then((alive) => alive && queryIn(retryMs));
    else queryIn(nextQueryIn(ending, Date.now()));
    return () => clearTimeout(timer);
  }, [query, ending, signedIn]);

  useEffect(() => {
    if (!signedIn) return setEnding(null);
    const channel = openChannel();
    const queryIfVisible = () => document.visibilityState === 'visible' && void query();
    channel?.addEventListener('message', () => void query());
    // Timers do not run while a device sleeps.
    document.addEventListener('visibilitychange', queryIfVisible);
    return () => {
      channel?.close();
      document.removeEventListener('visibilitychange', queryIfVisible);
    };
  }, [query, signedIn]);

  const update = useCallback((time: SessionTime) => {
    setEnding(endingOf(time, Date.now()));
    const channel = openChannel();
    channel?.postMessage('extended');
    channel?.close();
  }, []);
  return { ending: signedIn ? ending : null, update };
}

function nextQueryIn({ warnAt, endsAt }: Ending, now: number): number {
  if (now < warnAt) return warnAt - now;
  return Math.min(pollMs, endsAt - now);
}
