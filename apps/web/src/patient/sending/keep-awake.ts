/**
 * Keeps the screen on while a document is sent: a phone that locks itself stops the upload. Browsers release the lock
 * when the page is hidden, so it is requested again when the page is shown. If the browser cannot do this (older ones,
 * plain http, low battery) the page only shows 'Keep this page open'. Returns a function that releases the lock.
 */
export function keepAwake(): () => void {
  let lock: Promise<WakeLockSentinel | null> | undefined;
  // While the page is hidden, the browser refuses.
  const request = () => {
    lock = navigator.wakeLock?.request('screen').catch(() => null);
  };
  request();
  document.addEventListener('visibilitychange', request);
  return () => {
    document.removeEventListener('visibilitychange', request);
    void lock?.then((held) => held?.release());
  };
}
