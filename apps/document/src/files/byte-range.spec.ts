import fc from 'fast-check';
import { parseRange } from './byte-range.js';

describe('parseRange', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['Bytes = 1 - 2', { start: 1, end: 2 }],
  ])('the Range header %s selects the expected bytes of a 100-byte file', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range);
  });

  it.each(['bytes=100-', 'bytes=200-300', 'bytes=-0'])(
    'the Range header %s cannot be satisfied by a 100-byte file',
    (header) => {
      expect(parseRange(header, 100)).toBe('unsatisfiable');
    },
  );

  it.each([undefined, '', 'bytes=-', 'bytes=5-2', 'items=0-1', 'bytes=0-1,5-6', 'bytes=a-b'])(
    'the Range header %j selects the whole file',
    (header) => {
      expect(parseRange(header, 100)).toBeNull();
    },
  );

  it('a Range header cannot be satisfied by an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
  });

  it('a parsed range never lies outside the file, whatever the header contains', () => {
    const digits = fc.oneof(fc.nat().map(String), fc.bigInt({ min: 0n }).map(String), fc.constant(''));
    const header = fc.oneof(
      fc.tuple(digits, digits).map(([first, last]) => `bytes=${first}-${last}`),
      fc.string().map((text) => `bytes=${text}`),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(header, fc.nat({ max: 10_000 }), (asked, size) => {
        const range = parseRange(asked, size);
        if (range === null || range === 'unsatisfiable') return;
        expect(Number.isInteger(range.start) && Number.isInteger(range.end)).toBe(true);
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(size);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a well-formed Range header selects exactly its bytes, up to the end of the file', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.nat(6_000), fc.nat(6_000), (size, one, other) => {
        const [first, last] = one < other ? [one, other] : [other, one];
        const inside = first < size;
        expect(parseRange(`bytes=${first}-${last}`, size)).toEqual(
          inside ? { start: first, end: Math.min(last, size - 1) } : 'unsatisfiable',
        );
        expect(parseRange(`bytes=${first}-`, size)).toEqual(
          inside ? { start: first, end: size - 1 } : 'unsatisfiable',
        );
        expect(parseRange(`bytes=-${first}`, size)).toEqual(
          first === 0 ? 'unsatisfiable' : { start: Math.max(0, size - first), end: size - 1 },
        );
      }),
    );
  });
});
