const key = 'caredrop.reloaded-at';

/**
 * A page opened before a roll-out asks for chunks that are gone: load it anew, once a minute at most,
 * so that a chunk that is really missing does not reload for ever.
 */
export function reloadOnceWhenStale(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - last < 60_000) return;
    event.preventDefault();
    sessionStorage.setItem(key, String(Date.now()));
    window.location.reload();
  });
}
