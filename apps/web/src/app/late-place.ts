import type { createRouter } from './router.js';

type Router = Pick<ReturnType<typeof createRouter>, 'subscribe'>;

/** How long a list may take to load; after that its scroll position is no longer restored. */
const timeoutMs = 10_000;
/** Input that may scroll the page: from then on the user decides the position. */
const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/**
 * Restores the scroll position of a list after Back or a reload, even if its rows load late. The router scrolls only
 * once, when the page may still be too short. Returns a function that stops this.
 */
export function restoreLatePlace(router: Router): () => void {
  let stop = () => {};
  let handled = '';
  const unsubscribe = router.subscribe(({ location, restoreScrollPosition: place }) => {
    const arrival = `${location.key} ${location.pathname} ${String(place)}`;
    if (arrival === handled) return;
    handled = arrival;
    stop();
    if (typeof place === 'number' && place > 0) stop = scrollOnceTall(place);
  });
  return () => {
    unsubscribe();
    stop();
  };
}

/** Scrolls whenever the page's size changes, until the position is reached, the user acts, or the time is up. */
function scrollOnceTall(place: number): () => void {
  const over = new AbortController();
  const stop = () => over.abort();
  const watch = new ResizeObserver(() => {
    window.scrollTo(0, place);
    if (Math.abs(window.scrollY - place) < 2) stop();
  });
  const timer = setTimeout(stop, timeoutMs);
  over.signal.addEventListener('abort', () => {
    watch.disconnect();
    clearTimeout(timer);
  });
  for (const move of moves)
    window.addEventListener(move, stop, { capture: true, passive: true, signal: over.signal });
  watch.observe(document.body);
  return stop;
}
