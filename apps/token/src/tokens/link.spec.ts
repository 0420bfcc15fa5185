import { hashLinkValue, isLinkValue, linkFor, linkPrefix, makeLinkValue, readSearch } from './link.js';

describe('link values', () => {
  it('are 43 letters and digits, never the same twice', () => {
    const values = Array.from({ length: 200 }, makeLinkValue);
    expect(values.every((value) => isLinkValue(value))).toBe(true);
    expect(new Set(values).size).toBe(200);
  });

  it('use the whole alphabet about evenly', () => {
    const counts = new Map<string, number>();
    for (const sign of Array.from({ length: 600 }, makeLinkValue).join(''))
      counts.set(sign, (counts.get(sign) ?? 0) + 1);
    expect(counts.size).toBe(62);
    const average = (600 * 43) / 62;
    for (const count of counts.values()) expect(Math.abs(count - average)).toBeLessThan(average / 2);
  });

  it('are found by their SHA-256', () => {
    expect(hashLinkValue('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('make the specified link', () => {
    expect(linkFor('https://care.example', 'abc')).toBe('https://care.example/upload?token=abc');
  });
});

describe('readSearch', () => {
  const value = makeLinkValue();

  it.each([value, `https://care.example/upload?token=${value}`, `/upload?x=1&token=${value}`])(
    'finds the whole token in %p',
    (text) => {
      expect(readSearch(text)).toEqual({ hash: hashLinkValue(value) });
    },
  );

  it('searches the visible start of a token and the reference alike', () => {
    expect(readSearch('Abc123')).toEqual({ prefix: 'Abc123', text: 'Abc123' });
  });

  it('takes more than the visible start for its start', () => {
    expect(readSearch(value.slice(0, 12))).toEqual({ prefix: linkPrefix(value), text: value.slice(0, 12) });
  });

  it('searches only references for what no token can hold', () => {
    expect(readSearch('P-1 %')).toEqual({ prefix: null, text: 'P-1 %' });
  });
});
