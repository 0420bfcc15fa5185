/**
 * Keeps the screen on while a document is sent: a phone that locks itself stops the upload. Where the browser
 * cannot (older ones, plain http, low battery) the page only says 'Keep this page open'. Returns a function
 * that releases the lock.
 */
export function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  const lock = navigator.wakeLock.request('screen').catch(() => null);
  return () => void lock.then((held) => held?.release());
}
