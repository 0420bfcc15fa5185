import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from '../shared/api/base-api.js';
import { untilNetworkIdle } from '../shared/api/network-idle.js';
import { background } from '../shared/live/background.js';
import { readEvents, type ServerEvent } from '../shared/live/read-events.js';
import { askWhoIsSignedIn } from '../shared/session/determine-session.js';
import { storedToken } from '../shared/session/stored-token.js';
import { useUser } from '../shared/session/use-session.js';
import { store } from './store.js';

type Tag = 'Token' | 'Document' | 'Team' | 'Cover' | 'OpenDocument' | { type: 'OpenDocument'; id: string };
type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

const lists: Tag[] = ['Token', 'Document'];
const visible: Tag[] = [...lists, 'OpenDocument'];
const everything: Tag[] = [...visible, 'Team', 'Cover'];
const gatherMs = 250;
const idleMs = 1000;
const firstPauseMs = 1000;
const maxPauseMs = 30_000;

/**
 * Cache tags that a change invalidates. Accounts are left out: Manage Clinicians patches its rows and keeps a
 * row visible after it stops matching the filter.
 */
function tagsOf({ name, data }: ServerEvent): Tag[] {
  if (name === 'refetch') return everything;
  const { type = '', documentId = '' } = data as { type?: string; documentId?: string };
  if (type.startsWith('token.')) return ['Token'];
  if (type.startsWith('document.')) return [...lists, { type: 'OpenDocument', id: documentId }];
  // The next two events change whose links and documents a user can see.
  if (type === 'team.changed') return [...visible, 'Team'];
  if (type === 'user.cover_changed') return [...visible, 'Cover'];
  return type.startsWith('upload.') ? lists : [];
}

/** Returns a function that invalidates cache tags, once for a burst of changes. */
function gatherer(dispatch: Dispatch) {
  const waiting = new Set<Tag>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (tags: Tag[]) => {
    tags.forEach((tag) => waiting.add(tag));
    if (waiting.size === 0 || timer) return;
    timer = setTimeout(flush, gatherMs);
  };
  function flush() {
    timer = undefined;
    // RTK Query would delay the reads until the pending calls have ended. By then they would no longer be marked as
    // background.
    if (isCalling()) return void (timer = setTimeout(flush, gatherMs));
    background.begin();
    dispatch(baseApi.util.invalidateTags([...waiting]));
    waiting.clear();
  }
}

/** Whether a query or a change is pending. */
function isCalling(): boolean {
  const { queries, mutations } = store.getState().api;
  const calls = [...Object.values(queries), ...Object.values(mutations)];
  return calls.some((call) => call?.status === QueryStatus.pending);
}

/** When the oldest data of the page was requested; -Infinity if it is being read again, because that read may fail. */
function oldestRead(): number {
  const times = Object.values(store.getState().api.queries).map((query) => {
    const { startedTimeStamp: started = Infinity, fulfilledTimeStamp: ended = Infinity } = query ?? {};
    return ended < started ? -Infinity : started;
  });
  return Math.min(...times);
}

/**
 * Listens until aborted and reconnects after a break. Missed events are not replayed: when the stream opens, invalidates
 * `everything` unless nothing has changed since the page read it.
 */
async function listen(dispatch: Dispatch, signal: AbortSignal): Promise<void> {
  const refresh = gatherer(dispatch);
  const checkSession = () => {
    background.begin();
    return askWhoIsSignedIn();
  };
  // The stream never ends, so it starts after the page has loaded and does not delay the load event. Changes
  // until then are covered by refetching once the stream is open.
  await untilNetworkIdle(idleMs, signal);
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    const outcome = await readEvents(
      `${window.location.origin}/api/events`,
      storedToken.read() ?? '',
      signal,
      {
        onOpen: (quietMs) => {
          pauseMs = firstPauseMs;
          // The response came after the server's measurement, so this errs on the side of reading again.
          if (Date.now() - oldestRead() >= quietMs) refresh(everything);
        },
        onEvent: (event) => (event.name === 'ended' ? void checkSession() : refresh(tagsOf(event))),
      },
    );
    if (signal.aborted) return;
    // An ordinary call checks the session: a 401 ends it here, while a network problem does not.
    if (outcome === 401) await checkSession();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
  }
}

/** Keeps lists, counters and badges current while a user is signed in. */
export function LiveUpdates() {
  const dispatch = useDispatch<Dispatch>();
  const userId = useUser()?.id;
  useEffect(() => {
    if (userId === undefined) return;
    const stop = new AbortController();
    void listen(dispatch, stop.signal);
    return () => stop.abort();
  }, [dispatch, userId]);
  return null;
}
