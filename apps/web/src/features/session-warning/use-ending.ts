import { useCallback, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { SessionTime } from '@caredrop/contracts';
import { useSession } from '../../shared/session/use-session.js';
import { sessionTimeApi } from './session-time.api.js';
import { endingOf, type Ending } from './time-left.js';

/** How often the server is queried while the warning is shown, since another tab may be in use. */
const askEveryMs = 10_000;
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
export function useEnding(): { ending: Ending | null; heard: (time: SessionTime) => void } {
  const dispatch = useDispatch<Dispatch>();
  const signedIn = useSession().status === 'signedIn';
  const [ending, setEnding] = useState<Ending | null>(null);

  const ask = useCallback(async () => {
    const asked = dispatch(sessionTimeApi.endpoints.sessionTime.initiate(undefined, { track: false }));
    const { data, error } = (await asked) as { data?: SessionTime; error?: { status?: number } };
    if (data) setEnding(endingOf(data, Date.now()));
    return error?.status !== 401;
  }, [dispatch]);

  useEffect(() => {
    if (!signedIn) return;
    let timer: ReturnType<typeof setTimeout>;
    const again = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask().then((alive) => alive && again(retryMs)), Math.max(soonestMs, ms));
    };
    // A new `ending` reruns this effect, so `again(retryMs)` takes effect only if the query failed.
    if (ending === null) void ask().then((alive) => alive && again(retryMs));
    else again(nextLook(ending, Date.now()));
    return () => clearTimeout(timer);
  }, [ask, ending, signedIn]);

  useEffect(() => {
    if (!signedIn) return setEnding(null);
    const channel = openChannel();
    const look = () => document.visibilityState === 'visible' && void ask();
    channel?.addEventListener('message', () => void ask());
    // Timers do not run while a device sleeps.
    document.addEventListener('visibilitychange', look);
    return () => {
      channel?.close();
      document.removeEventListener('visibilitychange', look);
    };
  }, [ask, signedIn]);

  const heard = useCallback((time: SessionTime) => {
    setEnding(endingOf(time, Date.now()));
    const channel = openChannel();
    channel?.postMessage('extended');
    channel?.close();
  }, []);
  return { ending: signedIn ? ending : null, heard };
}

function nextLook({ warnAt, endsAt }: Ending, now: number): number {
  if (now < warnAt) return warnAt - now;
  return Math.min(askEveryMs, endsAt - now);
}
