import {
  hashTokenValue,
  isTokenValue,
  linkFor,
  tokenPrefix,
  makeTokenValue,
  readSearch,
} from './token-value.js';

describe('token values', () => {
  it('a token value has 43 letters and digits and is unique', () => {
    const values = Array.from({ length: 200 }, makeTokenValue);
    expect(values.every((value) => isTokenValue(value))).toBe(true);
    expect(new Set(values).size).toBe(200);
  });

  it('token values use the whole alphabet about evenly', () => {
    const counts = new Map<string, number>();
    for (const sign of Array.from({ length: 600 }, makeTokenValue).join(''))
      counts.set(sign, (counts.get(sign) ?? 0) + 1);
    expect(counts.size).toBe(62);
    const average = (600 * 43) / 62;
    for (const count of counts.values()) expect(Math.abs(count - average)).toBeLessThan(average / 2);
  });

  it('the hash of a token value is its SHA-256', () => {
    expect(hashTokenValue('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('a link contains the token value as its query parameter', () => {
    expect(linkFor('https://care.example', 'abc')).toBe('https://care.example/upload?token=abc');
  });
});

describe('readSearch', () => {
  const value = makeTokenValue();

  it.each([value, `https://care.example/upload?token=${value}`, `/upload?x=1&token=${value}`])(
    'a search for %p looks up the whole token by its hash',
    (text) => {
      expect(readSearch(text)).toEqual({ hash: hashTokenValue(value) });
    },
  );

  it('a short search text matches both the token prefix and the reference', () => {
    expect(readSearch('Abc123')).toEqual({ prefix: 'Abc123', text: 'Abc123' });
  });

  it('a longer part of a token is searched by its first characters', () => {
    expect(readSearch(value.slice(0, 12))).toEqual({ prefix: tokenPrefix(value), text: value.slice(0, 12) });
  });

  it('a search text that cannot be part of a token matches references only', () => {
    expect(readSearch('P-1 %')).toEqual({ prefix: null, text: 'P-1 %' });
  });
});
