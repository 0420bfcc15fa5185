import { PageCache } from './page-cache.js';

const page = (size = 10) => Buffer.alloc(size, 0x41);
const cacheOf = (options: Partial<{ maxBytes: number; lifetimeMs: number }> = {}) =>
  new PageCache({ maxBytes: 1_000, lifetimeMs: 60_000, ...options });

describe('PageCache', () => {
  it('a page is returned until its lifetime ends', () => {
    const cache = cacheOf();
    cache.add('a', page(), 0);
    expect(cache.get('a', 59_999)).toEqual(page());
    expect(cache.get('a', 60_000)).toBeUndefined();
  });

  it('the oldest pages are dropped beyond the limit', () => {
    const cache = cacheOf();
    for (const name of ['a', 'b', 'c']) cache.add(name, page(400), 0);
    expect(['a', 'b', 'c'].map((name) => cache.get(name, 1) !== undefined)).toEqual([false, true, true]);
  });

  it('a page that is added again replaces the earlier one', () => {
    const cache = cacheOf();
    cache.add('a', 'undrawable', 0);
    cache.add('a', page(400), 0);
    cache.add('a', page(400), 0);
    cache.add('b', page(400), 0);
    expect(cache.get('a', 1)).toEqual(page(400));
  });

  it('no page is held in plaintext', () => {
    const cache = cacheOf();
    cache.add('a', page(), 0);
    const [entry] = (cache as unknown as { entries: Map<string, { sealed: Buffer }> }).entries.values();
    expect(entry?.sealed.includes(page())).toBe(false);
  });
});
