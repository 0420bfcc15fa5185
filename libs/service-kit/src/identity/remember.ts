const MAX_ENTRIES = 10_000;

/** When a signed token may be used again, in epoch ms by this process's clock. */
export interface ReuseTime {
  /** When it was signed. */
  from: number;
  until: number;
}

/** False before `from`: the clock was then set back, and a verifier would reject the token as signed in the future. */
export function mayReuse({ from, until }: ReuseTime, now: number): boolean {
  return from <= now && now < until;
}

/** Adds to a cache and, once it is full, drops its oldest entry: a Map iterates in insertion order. */
export function remember<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  cache.delete(key);
  cache.set(key, value);
  if (cache.size <= MAX_ENTRIES) return;
  const oldest = cache.keys().next();
  if (!oldest.done) cache.delete(oldest.value);
}
