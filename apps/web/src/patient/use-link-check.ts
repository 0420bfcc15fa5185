import { useCallback, useEffect, useState, type Dispatch } from 'react';
import { validateLink } from './link/validate-link.js';
import type { PageEvent } from './page-state.js';

/**
 * Validates the link when the page opens, when the patient asks for it, and when the browser brings the page
 * back from its cache (api.md 1b.32: back validates again).
 */
export function useLinkCheck(token: string | null, dispatch: Dispatch<PageEvent>): () => void {
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (token === null) return;
    const controller = new AbortController();
    void validateLink(token, controller.signal).then((verdict) => {
      if (controller.signal.aborted) return;
      if (verdict.kind === 'accepted') dispatch({ type: 'link accepted', link: verdict.link });
      else dispatch({ type: 'link refused', refusal: verdict.refusal });
    });
    return () => controller.abort();
  }, [token, round, dispatch]);

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
