import { createCipheriv } from 'node:crypto';
import fc from 'fast-check';
import { aJpeg, aPng, chunk, frame, segment, SOI } from '../../test/support/pictures.js';
import { countPixels } from './picture-size.js';

const png = (file: Buffer) => countPixels(file, 'image/png');
const jpeg = (file: Buffer) => countPixels(file, 'image/jpeg');

describe('countPixels', () => {
  it('countPixels returns the declared size, and 0 for a file without readable dimensions', () => {
    expect(png(aPng({ width: 640, height: 480 }))).toBe(640 * 480);
    expect(jpeg(aJpeg({ width: 4032, height: 3024 }))).toBe(4032 * 3024);
    expect(jpeg(Buffer.from('\xff\xd8\xffanything', 'latin1'))).toBe(0);
    expect(countPixels(Buffer.from('%PDF-1.4 IHDR'), 'application/pdf')).toBe(0);
  });

  it('a small PNG that declares 50,000 by 50,000 pixels is counted in full', () => {
    const bomb = aPng({ width: 50_000, height: 50_000 });
    expect(bomb.length).toBeLessThan(1_024);
    expect(png(bomb)).toBe(2_500_000_000);
    expect(png(aPng({ width: 0xffffffff, height: 0xffffffff }))).toBeGreaterThan(1e18);
  });

  it('the largest of several declared sizes counts, whatever is between them', () => {
    const second = frame({ width: 60_000, height: 60_000 });
    expect(jpeg(aJpeg({ width: 10, height: 10 }, second))).toBe(3_600_000_000);
    expect(jpeg(Buffer.concat([SOI, Buffer.from('garbage'), Buffer.from([0xff, 0xff, 0xff]), second]))).toBe(
      3_600_000_000,
    );
    expect(jpeg(Buffer.concat([SOI, Buffer.from([0xff, 0xe1, 0, 1]), second]))).toBe(3_600_000_000);
    const hidden = Buffer.concat([aPng({ width: 10, height: 10 }), chunk('IHDR', ihdr(60_000, 60_000))]);
    expect(png(hidden)).toBe(3_600_000_000);
  });

  it.each([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc9, 0xcf])(
    'the pixels of a JPEG frame with marker %i are counted',
    (marker) => {
      expect(jpeg(Buffer.concat([SOI, frame({ width: 7, height: 5 }, marker)]))).toBe(35);
    },
  );

  it('JPEG tables and an Exif thumbnail are not counted as frames', () => {
    expect(
      jpeg(Buffer.concat([SOI, segment(0xc4, Buffer.alloc(40, 0xee)), frame({ width: 2, height: 2 })])),
    ).toBe(4);
    const thumbnail = Buffer.concat([Buffer.from('Exif\0\0'), aJpeg({ width: 65_000, height: 65_000 })]);
    expect(jpeg(Buffer.concat([SOI, segment(0xe1, thumbnail), frame({ width: 2, height: 2 })]))).toBe(4);
  });

  it.each([1_024, 5_120, 1_048_576, 5_000_000])(
    'random bytes after the start of a JPEG declare no size: %i bytes',
    (length) => {
      for (let seed = 0; seed < 20; seed += 1)
        expect(jpeg(Buffer.concat([SOI, Buffer.from([0xff]), randomBytes(seed, length)]))).toBe(0);
    },
  );

  it('a frame header that decoders reject is not counted', () => {
    const size = { width: 60_000, height: 60_000 };
    const [whole, marker] = [frame(size), 0xc0];
    const header = whole.subarray(4);
    const many = Buffer.concat([header.subarray(0, 5), Buffer.from([11]), Buffer.alloc(33, 1)]);
    const withoutWidth = frame({ width: 0, height: 60_000 });
    for (const rejected of [
      whole.subarray(0, -1),
      segment(marker, Buffer.concat([header, Buffer.from([0])])),
      segment(marker, header.subarray(0, -1)),
      segment(marker, many),
      withoutWidth,
    ])
      expect(jpeg(Buffer.concat([SOI, rejected]))).toBe(0);
  });

  it('an open height counts as the largest possible, and every frame of an animation counts', () => {
    expect(jpeg(aJpeg({ width: 4_000, height: 0 }))).toBe(4_000 * 65_535);
    const control = Buffer.alloc(8);
    control.writeUInt32BE(10_000);
    const file = aPng({ width: 1_000, height: 1_000 }, chunk('acTL', control));
    expect(png(file)).toBe(10_000_000_000);
  });

  it('a picture cut at any length counts as its whole size or 0', () => {
    for (const [file, count] of [
      [aPng({ width: 9, height: 9 }), png],
      [aJpeg({ width: 9, height: 9 }), jpeg],
    ] as const)
      for (let length = 0; length <= file.length; length += 1)
        expect([0, 81]).toContain(count(file.subarray(0, length)));
  });

  it('countPixels never throws on random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        for (const count of [png, jpeg]) expect(count(Buffer.from(bytes))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it.each([
    ['markers', Buffer.alloc(5_000_000, 0xff), jpeg],
    ['tiny segments', Buffer.alloc(5_000_000, Buffer.from([0xff, 0xe5, 0, 2])), jpeg],
    ['headers', Buffer.alloc(5_000_000, 'IHDR'), png],
  ])('countPixels handles a 5 MB file of only %s', (_what, file, count) => {
    expect(count(file)).toBeGreaterThanOrEqual(0);
  });

  /** The same bytes for the same seed. */
  function randomBytes(seed: number, length: number): Buffer {
    const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16));
    return cipher.update(Buffer.alloc(length));
  }

  function ihdr(width: number, height: number): Buffer {
    const data = Buffer.alloc(13);
    data.writeUInt32BE(width);
    data.writeUInt32BE(height, 4);
    return data;
  }
});
