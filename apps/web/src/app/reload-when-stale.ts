const key = 'caredrop.reloaded-at';

/**
 * A page opened before a deployment may request chunks that no longer exist: reload it, at most once a
 * minute, so that a chunk that is really missing does not cause a reload loop.
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
