import { VerifiedTokenCache } from './verified-token-cache.js';

const bearer = 'Bearer header.claims.signature';
const end = 2_000_000_000;
const claims = { sub: 'alice', sid: 'alice/1', exp: end };
const before = (end - 1) * 1000;

/** Starts with the keys of era 1; `setEra` changes the keys, and null means that no keys are trusted. */
function cacheWith() {
  let era: number | null = 1;
  const cache = new VerifiedTokenCache({ era: () => era });
  cache.remember(bearer, claims);
  return { cache, setEra: (next: number | null) => (era = next) };
}

describe('the cache of verified bearer tokens', () => {
  it('the cache returns the claims of the exact header that it stored and nothing for any other header', () => {
    const { cache } = cacheWith();
    expect(cache.find(bearer, before)).toEqual(claims);
    for (const other of [
      undefined,
      '',
      'Bearer header.claims.signaturf',
      'Bearer header.claims.',
      ` ${bearer}`,
    ])
      expect(cache.find(other, before)).toBeNull();
  });

  it('an expired bearer token is not found in the cache', () => {
    expect(cacheWith().cache.find(bearer, end * 1000)).toBeNull();
  });

  it('a cached bearer token is forgotten once the signing keys change or become unavailable', () => {
    for (const next of [2, null]) {
      const { cache, setEra } = cacheWith();
      setEra(next);
      expect(cache.find(bearer, before)).toBeNull();
      setEra(1);
      expect(cache.find(bearer, before)).toBeNull();
    }
  });

  it('the cache drops the oldest bearer token beyond 10,000 entries', () => {
    const { cache } = cacheWith();
    for (let n = 0; n < 10_000; n += 1) cache.remember(`Bearer ${String(n)}`, claims);
    expect(cache.find(bearer, before)).toBeNull();
    expect(cache.find('Bearer 9999', before)).toEqual(claims);
  });
});
