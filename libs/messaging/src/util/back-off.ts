/**
 * Returns a delay in ms that doubles with each failure: `first`, 2 × `first` and so on up to `longest`, minus
 * up to a fifth as jitter.
 */
export function backOff(failures: number, first: number, longest: number): number {
  const full = Math.min(longest, first * 2 ** Math.min(Math.max(failures - 1, 0), 30));
  return Math.round(full * (1 - Math.random() * 0.2));
}
