const MOST_ENTRIES = 10_000;

/** Adds to a cache and, once it is full, drops its oldest entry: a Map iterates in insertion order. */
export function remember<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  cache.delete(key);
  cache.set(key, value);
  if (cache.size <= MOST_ENTRIES) return;
  const oldest = cache.keys().next();
  if (!oldest.done) cache.delete(oldest.value);
}
