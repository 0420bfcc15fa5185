const key = 'caredrop.reloaded-at';

/** Whether the current URL can be loaded now; without a connection a reload would leave the app. */
async function isReachable(): Promise<boolean> {
  try {
    return (await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Reloads if the server can be reached; otherwise the page stays as it is, and the result is false. */
export async function reloadIfReachable(): Promise<boolean> {
  const reachable = await isReachable();
  if (reachable) window.location.reload();
  return reachable;
}

/**
 * A page opened before a deployment may request chunks that no longer exist. Reloads it, but at most once a minute, so
 * that a chunk that is really missing does not cause a reload loop.
 */
export function reloadOnceWhenStale(): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - last < 60_000 || !navigator.onLine) return;
    sessionStorage.setItem(key, String(Date.now()));
    void reloadIfReachable();
  });
}
