import type { createRouter } from './router.js';

type Router = Pick<ReturnType<typeof createRouter>, 'subscribe'>;

/** How long a list may take to load until its page is shown from the top. */
const timeoutMs = 10_000;
/** What a person does to move in the page: from then on the place is theirs. */
const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/**
 * Back and reload return to the place in a list also when its rows arrive after the page. The router scrolls once, when
 * the page is still too short for the place. Returns the function that ends it.
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

/** Follows the page as it grows until it reaches the place, someone scrolls, or the time is up. */
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
