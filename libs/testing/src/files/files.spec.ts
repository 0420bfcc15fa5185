import { inflateSync } from 'node:zlib';
import { limits } from '@caredrop/contracts';
import { aJpeg } from './a-jpeg.js';
import { aPdf } from './a-pdf.js';
import { aPng } from './a-png.js';

/** Sizes around the limit for uploads, which must be smaller than 5 MiB. */
const aroundLimit = [limits.uploadBytes - 1, limits.uploadBytes, limits.uploadBytes + 1];

/**
 * Markers and bodies of the segments of a JPEG up to its image data. Fails when a segment does not begin where
 * it should.
 */
function segments(jpeg: Buffer): { marker: number; body: Buffer }[] {
  const found = [];
  let at = 2;
  for (;;) {
    expect(jpeg[at]).toBe(0xff);
    const marker = jpeg.readUInt8(at + 1);
    const length = jpeg.readUInt16BE(at + 2);
    found.push({ marker, body: jpeg.subarray(at + 4, at + 2 + length) });
    at += 2 + length;
    if (marker === 0xda) return found;
  }
}

describe('aJpeg', () => {
  test('aJpeg makes a chain of segments between start and end marker', () => {
    const jpeg = aJpeg();
    expect(jpeg.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(jpeg.subarray(-2).toString('hex')).toBe('ffd9');
    expect(segments(jpeg).map(({ marker }) => marker)).toContain(0xc0);
  });

  test.each([700, 65_536 + 600, ...aroundLimit])('aJpeg makes a JPEG of exactly %d bytes', (bytes) => {
    const jpeg = aJpeg({ bytes });
    expect(jpeg).toHaveLength(bytes);
    segments(jpeg);
  });

  test('aJpeg adds Exif text on request', () => {
    const exif = segments(aJpeg({ exif: { text: 'Garden of the patient' } })).find(
      ({ marker }) => marker === 0xe1,
    );
    expect(exif?.body.subarray(0, 6).toString('latin1')).toBe('Exif\0\0');
    expect(exif?.body.includes('Garden of the patient')).toBe(true);
    expect(aJpeg().includes('Exif')).toBe(false);
  });
});

describe('aPng', () => {
  test('aPng makes image data of the declared size', () => {
    const png = aPng({ width: 10, height: 4 });
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([10, 4]);
    const data = png.indexOf('IDAT');
    const pixels = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
    expect(pixels).toHaveLength((1 + 10 * 3) * 4);
  });

  test.each([5_000, ...aroundLimit])('aPng makes a PNG of exactly %d bytes', (bytes) => {
    expect(aPng({ bytes })).toHaveLength(bytes);
  });
});

describe('aPdf', () => {
  test('aPdf makes a cross-reference table that points at the objects', () => {
    const pdf = aPdf({ pages: 3, text: 'Referral (copy)' }).toString('latin1');
    const table = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
    expect(pdf.slice(table, table + 4)).toBe('xref');
    const offsets = [...pdf.slice(table).matchAll(/^(\d{10}) 00000 n /gm)].map(([, at]) => Number(at));
    offsets.forEach((at, index) => {
      expect(pdf.slice(at)).toMatch(new RegExp(`^${String(index + 1)} 0 obj`));
    });
    expect(pdf.match(/\/Type \/Page /g)).toHaveLength(3);
    expect(pdf).toContain('Referral \\(copy\\)');
  });

  test.each([1_500, 9_999, 10_100, ...aroundLimit])('aPdf makes a PDF of exactly %d bytes', (bytes) => {
    expect(aPdf({ bytes })).toHaveLength(bytes);
  });
});
