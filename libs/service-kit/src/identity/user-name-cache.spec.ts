import { createLogger } from '../logging/logger.js';
import type { InternalClient } from './internal-client.js';
import { UserNameCache } from './user-name-cache.js';

const ana = { id: 'a', firstName: 'Ana', lastName: 'Keller' };

/** A cache whose auth service knows Ana; `asked` collects the ids of each request. */
function cacheOf(options: { cacheMs?: number } = {}) {
  const asked: string[][] = [];
  const auth = { available: true };
  const post = (_service: string, _path: string, body: unknown) => {
    const { ids } = body as { ids: string[] };
    asked.push(ids);
    if (!auth.available) return Promise.reject(new Error('auth away'));
    return Promise.resolve({ users: [ana].filter(({ id }) => ids.includes(id)) });
  };
  const client = { post } as unknown as InternalClient;
  return { asked, auth, cache: new UserNameCache(client, createLogger('test', 'silent'), options.cacheMs) };
}

const anasName = new Map([['a', { firstName: 'Ana', lastName: 'Keller' }]]);

describe('UserNameCache', () => {
  it('each name is requested only once, even for an unknown user, who is left out of the result', async () => {
    const { asked, cache } = cacheOf();
    expect(await cache.find(['a', 'nobody', 'a'])).toEqual(anasName);
    expect(await cache.find(['a', 'nobody'])).toEqual(anasName);
    expect(asked).toEqual([['a', 'nobody']]);
  });

  it('many names are requested in batches of a thousand', async () => {
    const { asked, cache } = cacheOf();
    await cache.find(Array.from({ length: 1001 }, (_, index) => `user-${String(index)}`));
    expect(asked.map(({ length }) => length)).toEqual([1000, 1]);
  });

  it('a forgotten name is requested again', async () => {
    const { asked, cache } = cacheOf();
    await cache.find(['a']);
    cache.forget('a');
    await cache.find(['a']);
    expect(asked).toEqual([['a'], ['a']]);
  });

  it('beyond 20,000 names, the oldest are forgotten', async () => {
    const { asked, cache } = cacheOf();
    await cache.find(['a']);
    await cache.find(Array.from({ length: 20_000 }, (_, index) => `user-${String(index)}`));
    const before = asked.length;
    await cache.find(['user-0', 'user-19999']);
    expect(asked).toHaveLength(before);
    await cache.find(['a']);
    expect(asked).toHaveLength(before + 1);
  });

  it('while auth is unavailable, old names are returned and auth is not called again for a few seconds', async () => {
    const { asked, auth, cache } = cacheOf({ cacheMs: 0 });
    await cache.find(['a']);
    auth.available = false;
    expect(await cache.find(['a', 'b'])).toEqual(anasName);
    expect(await cache.find(['a', 'b'])).toEqual(anasName);
    expect(asked).toHaveLength(2);
  });
});
