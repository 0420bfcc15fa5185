/**
 * Keeps the screen on while a document is sent: a phone that locks itself stops the upload. If the browser
 * cannot do this (older ones, plain http, low battery) the page only shows 'Keep this page open'. Returns a
 * function that releases the lock.
 */
export function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  const lock = navigator.wakeLock.request('screen').catch(() => null);
  return () => void lock.then((held) => held?.release());
}
