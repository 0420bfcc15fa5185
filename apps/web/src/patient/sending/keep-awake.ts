/**
 * Keeps the screen on while a document leaves: a phone that locks itself stops the upload. Where the browser
 * cannot (older ones, plain http, low battery) the sentence 'Keep this page open' has to do. Returns the end of it.
 */
export function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  const lock = navigator.wakeLock.request('screen').catch(() => null);
  return () => void lock.then((held) => held?.release());
}
