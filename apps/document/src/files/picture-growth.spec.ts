import { aJpeg, aPng, chunk, EOI, frame, pngSignature, segment, SOI } from '../../test/support/pictures.js';
import { orientationOnly } from './exif-orientation.js';
import { isCutShort } from './picture-completeness.js';
import { countPixels } from './picture-size.js';
import { isPolyglot } from './polyglot.js';
import { stripMetadata } from './strip-metadata.js';

type PictureType = 'image/jpeg' | 'image/png';

const WHOLE = 2 * 1024 * 1024;
/** Linear work takes four times as long for four times the bytes, quadratic work sixteen times. */
const MAX_GROWTH = 9;
/** Below this, the measurement mostly shows garbage collection. */
const UNMEASURABLE_MS = 40;

const scan = Buffer.concat([segment(0xda, '\x01\x01\0\0\x3f\0'), Buffer.from([1, 2, 0xff, 0, 3])]);
const table = segment(0xdb, Buffer.alloc(65, 1));
const exif = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), orientationOnly(6)]));
const latin1 = (text: string) => Buffer.from(text, 'latin1');
/** The start of a JPEG that can be decoded, up to its picture data. */
const openJpeg = Buffer.concat([SOI, table, frame({ width: 8, height: 8 })]);
const openPng = aPng().subarray(0, 33);
const idat = chunk('IDAT', 'x');

const jpegUnits: Array<[string, Buffer, Buffer]> = [
  ['fill bytes', SOI, latin1('\xff')],
  ['tiny segments', openJpeg, latin1('\xff\xe5\0\x02')],
  ['segments of an impossible length', openJpeg, latin1('\xff\xe5\0\0')],
  ['tiny Exif segments', openJpeg, segment(0xe1, 'Exif\0\0II*\0')],
  ['Exif segments with an orientation', openJpeg, exif],
  ['parts of a profile', openJpeg, segment(0xe2, 'ICC_PROFILE\0\x01\x01x')],
  ['tables', openJpeg, table],
  ['frames', openJpeg, frame({ width: 8, height: 8 })],
  ['scans', Buffer.concat([openJpeg, scan]), scan],
  ['ends', aJpeg(), EOI],
  ['starts', Buffer.concat([openJpeg, scan]), SOI],
  ['whole pictures', openJpeg, aJpeg()],
  ['restarts', Buffer.concat([openJpeg, scan]), latin1('\xff\xd0')],
  ['stuffed zeros', Buffer.concat([openJpeg, scan]), latin1('\xff\0')],
  ['reserved markers in picture data', Buffer.concat([openJpeg, scan]), latin1('\xff\x42')],
  ['comments in picture data', Buffer.concat([openJpeg, scan]), latin1('\xff\xfe\0\x03x\x01\x02')],
  ['bytes between segments', openJpeg, latin1('\xff\xe5\0\x02junk')],
];
const pngUnits: Array<[string, Buffer, Buffer]> = [
  ['ends', aPng(), chunk('IEND')],
  ['picture data', openPng, idat],
  ['texts', openPng, chunk('tEXt', 'a\0b')],
  ['headers', pngSignature, chunk('IHDR', Buffer.alloc(13, 1))],
  ['Exif chunks', openPng, chunk('eXIf', orientationOnly(6))],
  ['tiny Exif chunks', openPng, chunk('eXIf', 'II*\0')],
  ['profiles', openPng, chunk('iCCP', 'a\0\0x')],
  ['chunks that do not fit', openPng, latin1('\xff\xff\xff\xffIDAX')],
  ['names of chunks', openPng, latin1('IDATIEND')],
  [
    'frames of an animation',
    Buffer.concat([openPng, chunk('acTL', Buffer.alloc(8))]),
    chunk('fcTL', Buffer.alloc(26)),
  ],
];

describe('the time to check a picture', () => {
  it.each(jpegUnits)('checking time grows linearly for a JPEG made of %s', (_what, start, unit) => {
    expectLinear(start, unit, 'image/jpeg');
  });

  it.each(pngUnits)('checking time grows linearly for a PNG made of %s', (_what, start, unit) => {
    expectLinear(start, unit, 'image/png');
  });
});

function expectLinear(start: Buffer, unit: Buffer, type: PictureType): void {
  const file = (bytes: number) => Buffer.concat([start, Buffer.alloc(bytes - start.length, unit)]);
  let growth = Infinity;
  for (let tries = 3; tries > 0 && growth > MAX_GROWTH; tries -= 1) {
    const whole = timeOf(file(WHOLE), type);
    growth = whole < UNMEASURABLE_MS ? 1 : whole / timeOf(file(WHOLE / 4), type);
  }
  expect(growth).toBeLessThan(MAX_GROWTH);
}

/** Processor time in ms: unlike elapsed time it is not affected by other programs. */
function timeOf(file: Buffer, type: PictureType): number {
  const before = process.cpuUsage();
  isPolyglot(file, type);
  countPixels(file, type);
  isCutShort(file, type);
  stripMetadata(file, type);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
