import { ProvenBearers } from './proven-bearers.js';

const bearer = 'Bearer header.claims.signature';
const end = 2_000_000_000;
const claims = { sub: 'alice', sid: 'alice/1', exp: end };
const before = (end - 1) * 1000;

/** With the keys of era 1; `setEra` makes auth return new keys, null makes it unavailable. */
function proven() {
  let era: number | null = 1;
  const bearers = new ProvenBearers({ era: () => era });
  bearers.remember(bearer, claims);
  return { bearers, setEra: (next: number | null) => (era = next) };
}

describe('a bearer whose signature was checked', () => {
  it('is known again, and nothing else is', () => {
    const { bearers } = proven();
    expect(bearers.find(bearer, before)).toEqual(claims);
    for (const other of [
      undefined,
      '',
      'Bearer header.claims.signaturf',
      'Bearer header.claims.',
      ` ${bearer}`,
    ])
      expect(bearers.find(other, before)).toBeNull();
  });

  it('is unknown once its time is over', () => {
    expect(proven().bearers.find(bearer, end * 1000)).toBeNull();
  });

  it('is unknown once the keys have been asked for again, and while there are none', () => {
    for (const next of [2, null]) {
      const { bearers, setEra } = proven();
      setEra(next);
      expect(bearers.find(bearer, before)).toBeNull();
      setEra(1);
      expect(bearers.find(bearer, before)).toBeNull();
    }
  });

  it('is one of ten thousand at most', () => {
    const { bearers } = proven();
    for (let n = 0; n < 10_000; n += 1) bearers.remember(`Bearer ${String(n)}`, claims);
    expect(bearers.find(bearer, before)).toBeNull();
    expect(bearers.find('Bearer 9999', before)).toEqual(claims);
  });
});
