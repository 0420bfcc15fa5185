import { useCallback, useEffect, useState, type Dispatch } from 'react';
import { keepLinkOnLeave } from './link/link-token.js';
import { validateLink, wait } from './link/validate-link.js';
import type { Languages } from './copy-root.js';
import type { PageEvent } from './page-state.js';
import { usableStorage } from './storage.js';

/**
 * Delays before a link that could not be checked is checked again, in milliseconds. Patients open their links at different
 * times, so a server that is back does not get all checks at once.
 */
const firstPauses = [3_000, 10_000];
const laterPause = 30_000;

const languageMs = 4_000;

/**
 * Validates the link when the page opens, when the patient requests it, and when the browser restores the
 * page from its cache. A link that could not be checked is checked again until it can be, and at once when the device
 * comes online.
 */
export function useLinkCheck(
  token: string | null,
  dispatch: Dispatch<PageEvent>,
  offerLanguage: Languages['offer'],
): () => void {
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (token === null) return;
    const controller = new AbortController();
    void checkUntilJudged(token, controller.signal, dispatch, offerLanguage);
    return () => controller.abort();
  }, [token, round, dispatch, offerLanguage]);

  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) setRound((count) => count + 1);
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  return useCallback(() => {
    dispatch({ type: 'checking again' });
    setRound((count) => count + 1);
  }, [dispatch]);
}

async function checkUntilJudged(
  token: string,
  signal: AbortSignal,
  dispatch: Dispatch<PageEvent>,
  offerLanguage: Languages['offer'],
): Promise<void> {
  const forget = keepLinkOnLeave(token, usableStorage('sessionStorage'));
  signal.addEventListener('abort', forget);
  for (let tries = 0; !signal.aborted; tries += 1) {
    const verdict = await validateLink(token, signal);
    if (signal.aborted) return;
    if (verdict.kind === 'accepted') {
      // The form appears in the link's language, but waits for it only briefly.
      await Promise.race([offerLanguage(verdict.link.language), wait(languageMs)]);
      if (signal.aborted) return;
      return dispatch({ type: 'link accepted', link: verdict.link });
    }
    if (verdict.rejection.reason.code === 'link_unknown') forget();
    dispatch({ type: 'link refused', rejection: verdict.rejection });
    if (!verdict.rejection.again) return;
    await pauseOrOnline(firstPauses[tries] ?? laterPause, signal);
  }
}

/** The `online` event and the signal end the wait early. */
function pauseOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(), ms);
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
