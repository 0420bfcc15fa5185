import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { CANARY, profileWithCanary } from '../../test/fuzz/canary.ts';
import { orientationOnly, readOrientation } from './exif-orientation.js';
import { stripMetadata } from './strip-metadata.js';

const strip = (file: Buffer, type: 'image/jpeg' | 'image/png') => stripMetadata(Buffer.from(file), type);

const SOI = Buffer.from([0xff, 0xd8]);
const EOI = Buffer.from([0xff, 0xd9]);
const segment = (marker: number, data: Buffer | string) => {
  const body = Buffer.from(data as string, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};
const exif = (tiff: Buffer) => segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff]));
const jfif = segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0');
const table = segment(0xdb, 'quantization');
const icc = segment(0xe2, 'ICC_PROFILE\0\x01\x01profile');
const adobe = segment(0xee, 'Adobe\0d\0\0\0\0\x01');
const scan = Buffer.concat([
  segment(0xda, 'scan header'),
  Buffer.from([1, 2, 0xff, 0x00, 3, 0xff, 0xd3, 4, 0xff, 0xff, 0x00, 5]),
]);
const plain = Buffer.concat([SOI, jfif, icc, adobe, table, scan, EOI]);

/** A TIFF structure with a GPS directory, an author and an orientation, in the given byte order. */
function richTiff(order: 'II' | 'MM', orientation: number): Buffer {
  const tiff = Buffer.alloc(120, 0x20);
  const short = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  tiff.write(order, 'latin1');
  short(42, 2);
  long(8, 4);
  short(3, 8);
  [
    [0x013b, 2],
    [0x0112, 3],
    [0x8825, 4],
  ].forEach(([tag, type], index) => {
    const at = 10 + index * 12;
    short(tag ?? 0, at);
    short(type ?? 0, at + 2);
    long(1, at + 4);
    long(60, at + 8);
  });
  short(orientation, 10 + 12 + 8);
  tiff.write('SECRET GPS 51.5N', 60, 'latin1');
  return tiff;
}

describe('metadata in a JPEG', () => {
  it('a JPEG without metadata is unchanged', () => {
    expect(strip(plain, 'image/jpeg').equals(plain)).toBe(true);
  });

  it('Exif, XMP, IPTC, comments, thumbnails and other application segments are removed', () => {
    const file = Buffer.concat([
      SOI,
      exif(richTiff('II', 1)),
      jfif,
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0SECRET'),
      segment(0xed, 'Photoshop 3.0\0SECRET'),
      icc,
      segment(0xfe, 'SECRET'),
      segment(0xe2, 'MPF\0SECRET'),
      segment(0xe0, 'JFXX\0SECRET'),
      segment(0xeb, 'JP SECRET'),
      adobe,
      table,
      scan,
      EOI,
    ]);
    expect(strip(file, 'image/jpeg').equals(plain)).toBe(true);
  });

  it.each([
    ['II', 6],
    ['MM', 3],
    ['II', 8],
  ] as const)('the orientation is kept and the rest of Exif is removed (%s, %i)', (order, orientation) => {
    const file = Buffer.concat([SOI, exif(richTiff(order, orientation)), table, scan, EOI]);
    const stripped = strip(file, 'image/jpeg');
    expect(stripped.equals(Buffer.concat([SOI, exif(orientationOnly(orientation)), table, scan, EOI]))).toBe(
      true,
    );
    expect(readOrientation(orientationOnly(orientation))).toBe(orientation);
    expect(strip(stripped, 'image/jpeg').equals(stripped)).toBe(true);
  });

  it('an Exif segment that contains only an orientation is kept', () => {
    const bare = exif(orientationOnly(6).subarray(0, -4));
    const file = Buffer.concat([SOI, bare, table, scan, EOI]);
    expect(strip(file, 'image/jpeg').equals(file)).toBe(true);
  });

  it('metadata between the scans of a progressive JPEG is removed', () => {
    const file = Buffer.concat([SOI, table, scan, segment(0xfe, 'SECRET'), table, scan, EOI]);
    expect(strip(file, 'image/jpeg').equals(Buffer.concat([SOI, table, scan, table, scan, EOI]))).toBe(true);
  });

  it('data after the end of a JPEG is removed: a second picture, a video, padding', () => {
    const second = Buffer.concat([SOI, exif(richTiff('II', 6)), table, scan, EOI]);
    expect(strip(Buffer.concat([plain, second]), 'image/jpeg').equals(plain)).toBe(true);
    expect(
      strip(Buffer.concat([plain, Buffer.from('\0\0\0\x18ftypmp42 film')]), 'image/jpeg').equals(plain),
    ).toBe(true);
    const padded = Buffer.concat([plain, Buffer.alloc(1000), randomBytes(1000)]);
    expect(strip(padded, 'image/jpeg').equals(plain)).toBe(true);
  });

  it('a second picture without metadata after the end is removed', () => {
    expect(strip(Buffer.concat([plain, plain]), 'image/jpeg').equals(plain)).toBe(true);
  });

  it('metadata after damaged bytes is removed, and the orientation is kept', () => {
    const damage = Buffer.from('padding\xff\xff\0', 'latin1');
    const file = Buffer.concat([
      SOI,
      damage,
      exif(richTiff('MM', 6)),
      damage,
      segment(0xed, 'Photoshop 3.0\0SECRET'),
      plain,
    ]);
    expect(
      strip(file, 'image/jpeg').equals(Buffer.concat([SOI, damage, exif(orientationOnly(6)), damage, plain])),
    ).toBe(true);
    const run = Buffer.concat([SOI, Buffer.from('x'), Buffer.alloc(1_000_000, 0xff)]);
    expect(strip(run, 'image/jpeg').equals(run)).toBe(true);
  });

  it('large application segments and all their continuations are removed', () => {
    const large = segment(0xe1, `http://ns.adobe.com/xmp/extension/\0${'S'.repeat(65_000)}`);
    const file = Buffer.concat([
      SOI,
      ...Array.from({ length: 60 }, () => large),
      jfif,
      icc,
      adobe,
      table,
      scan,
      EOI,
    ]);
    expect(strip(file, 'image/jpeg').equals(plain)).toBe(true);
  });

  it('a JPEG that cannot be parsed is unchanged', () => {
    for (const text of [
      '\xff\xd8\xffanything',
      '\xff\xd8\xff',
      '\xff\xd8\xff\xe1\x00',
      '\xff\xd8\xff\xe1\x00\x01x',
      '\xff\xd8\xff\xe1\xff\xffshort',
    ]) {
      const file = Buffer.from(text, 'latin1');
      expect(strip(file, 'image/jpeg').equals(file)).toBe(true);
    }
  });
});

/** Offsets in a segment of a colour profile: after its marker, its length and its name. */
const [PART_NUMBER, PART_COUNT] = [16, 17];

function withByte(segments: Buffer[], index: number, at: number, value: number): Buffer[] {
  const changed = Buffer.from(segments[index] ?? '');
  changed[at] = value;
  return segments.with(index, changed);
}

describe('metadata in a JPEG that can be decoded', () => {
  const quantization = segment(0xdb, Buffer.alloc(65, 1));
  const frame = segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0]));
  const data = Buffer.concat([segment(0xda, '\x01\x01\0\0\x3f\0'), Buffer.from([1, 2, 0xff, 0, 3])]);
  const drawn = (...more: Buffer[]) => Buffer.concat([SOI, ...more, quantization, frame, data, EOI]);
  const profile = (description: string) => {
    const bytes = profileWithCanary();
    return Buffer.from(bytes.toString('latin1').replaceAll(CANARY.toString(), description), 'latin1');
  };
  const usable = profile('S'.repeat(CANARY.length));
  const inParts = (bytes: Buffer, parts: number) =>
    Array.from({ length: parts }, (_, index) => {
      const [from, to] = [index, index + 1].map((at) => Math.ceil((bytes.length * at) / parts));
      const head = Buffer.from(`ICC_PROFILE\0${String.fromCharCode(index + 1, parts)}`, 'latin1');
      return segment(0xe2, Buffer.concat([head, bytes.subarray(from, to)]));
    });

  it('bytes between segments and the metadata after them are removed', () => {
    const file = drawn(Buffer.from('\0junk'), segment(0xfe, 'SECRET'), segment(0xec, 'SECRET'));
    expect(strip(file, 'image/jpeg').equals(drawn())).toBe(true);
  });

  it('the JFIF thumbnail and bytes after the Adobe colour transform are removed', () => {
    const thumbnail = segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01RGB');
    const longer = segment(0xee, 'Adobe\0d\0\0\0\0\x01SECRET');
    expect(strip(drawn(thumbnail, longer), 'image/jpeg').equals(drawn(jfif, adobe))).toBe(true);
  });

  it('a segment with a JFIF or Adobe marker but other content is removed', () => {
    const others = [segment(0xe0, 'SECRET and more'), segment(0xee, 'SECRET and more')];
    expect(strip(drawn(...others), 'image/jpeg').equals(drawn())).toBe(true);
  });

  it('a second picture that is appended to one without an end marker is removed', () => {
    const file = Buffer.concat([drawn().subarray(0, -2), drawn()]);
    expect(strip(file, 'image/jpeg').equals(drawn())).toBe(true);
  });

  it('data after the scan that decoders ignore is removed', () => {
    const file = Buffer.concat([
      drawn().subarray(0, -2),
      segment(0xfe, 'SECRET'),
      Buffer.from('SECRET'),
      EOI,
    ]);
    expect(strip(file, 'image/jpeg').equals(drawn())).toBe(true);
  });

  it.each([1, 3])(
    'a colour profile in %i parts keeps its colour data, and its texts are blanked',
    (parts) => {
      const stripped = strip(drawn(...inParts(usable, parts)), 'image/jpeg');
      expect(stripped.includes('SSS')).toBe(false);
      expect(stripped.includes('rTRC')).toBe(true);
      const blank = strip(drawn(...inParts(profile('\0'.repeat(CANARY.length)), parts)), 'image/jpeg');
      expect(stripped.equals(blank)).toBe(true);
    },
  );

  it.each<[string, (parts: Buffer[]) => Buffer[]]>([
    ['whose parts skip a number', (parts) => withByte(parts, 2, PART_NUMBER, 4)],
    ['whose parts disagree about their count', (parts) => withByte(parts, 1, PART_COUNT, 2)],
    ['with an empty part', (parts) => [...parts, segment(0xe2, `ICC_PROFILE\0\x04\x04`)]],
  ])('a complete colour profile %s is removed', (_what, change) => {
    const count = change(inParts(usable, 3)).length;
    const parts = inParts(usable, 3)
      .map((part) => withByte([part], 0, PART_COUNT, count))
      .flat();
    expect(strip(drawn(...inParts(usable, 3)), 'image/jpeg').includes('rTRC')).toBe(true);
    expect(strip(drawn(...change(parts)), 'image/jpeg').equals(drawn())).toBe(true);
  });

  it('a colour profile with a missing part or a wrong length is removed', () => {
    const broken = [inParts(usable, 3).slice(1), inParts(usable.subarray(0, -1), 1)];
    for (const parts of broken) expect(strip(drawn(...parts), 'image/jpeg').equals(drawn())).toBe(true);
  });
});

const chunk = (type: string, data: Buffer | string = '') => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data as string, 'latin1')]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(body.length - 4);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
};
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const header = chunk('IHDR', 'thirteen byte');
const rest = [chunk('IDAT', 'pixels'), chunk('IEND')];
const picture = Buffer.concat([
  signature,
  header,
  chunk('gAMA', 'gamm'),
  chunk('IDAT', 'pixels'),
  chunk('IEND'),
]);

describe('metadata in a PNG', () => {
  it('a PNG without metadata is unchanged', () => {
    expect(strip(picture, 'image/png').equals(picture)).toBe(true);
    expect(strip(signature, 'image/png').equals(signature)).toBe(true);
  });

  it('text, time and private chunks of a PNG are removed', () => {
    const file = Buffer.concat([
      signature,
      header,
      chunk('tEXt', 'Author\0SECRET'),
      chunk('gAMA', 'gamm'),
      chunk('zTXt', 'SECRET'),
      chunk('iTXt', 'XML:com.adobe.xmp\0SECRET'),
      chunk('tIME', 'SECRET!'),
      chunk('caBX', 'SECRET'),
      chunk('IDAT', 'pixels'),
      chunk('IEND'),
    ]);
    expect(strip(file, 'image/png').equals(picture)).toBe(true);
  });

  const ofColour = (type: number) => {
    const fields = Buffer.alloc(13);
    fields[9] = type;
    return chunk('IHDR', fields.toString('latin1'));
  };
  const [grey, palette] = [ofColour(0), ofColour(3)];
  const plte = chunk('PLTE', 'rgbrgb');
  const high = Buffer.alloc(32);
  high.writeUInt32BE(110_001, 28);

  it.each<[string, Buffer[], Buffer[]]>([
    ['with the wrong length for its type', [grey, chunk('gAMA', 'gamma')], [grey]],
    ['with the wrong length for its colour type', [grey, chunk('tRNS', 'sixsix')], [grey]],
    ['with impossible colours', [grey, chunk('cHRM', high.toString('latin1'))], [grey]],
    ['that repeats the palette', [palette, plte, plte], [palette, plte]],
    ['that is a palette with half a colour', [palette, chunk('PLTE', 'rgbr')], [palette]],
    ['that is a palette with too many colours', [palette, chunk('PLTE', 'rgb'.repeat(257))], [palette]],
    ['with more transparencies than colours', [palette, plte, chunk('tRNS', 'abc')], [palette, plte]],
    [
      'that is the fifth of its type',
      [grey, ...Array(5).fill(chunk('sRGB', 'x'))],
      [grey, ...Array(4).fill(chunk('sRGB', 'x'))],
    ],
  ])('a chunk %s is removed', (_what, before, after) => {
    const file = (...chunks: Buffer[]) => Buffer.concat([signature, ...chunks, ...rest]);
    expect(strip(file(...before), 'image/png').equals(file(...after))).toBe(true);
  });

  it('a chunk that belongs before the picture data is removed if it comes after that data', () => {
    const [data, end] = rest as [Buffer, Buffer];
    const file = Buffer.concat([signature, header, data, chunk('gAMA', 'gamm'), end]);
    expect(strip(file, 'image/png').equals(Buffer.concat([signature, header, data, end]))).toBe(true);
  });

  it('the transparency of palette and greyscale pictures is kept', () => {
    for (const kept of [
      [palette, plte, chunk('tRNS', 'ab')],
      [grey, chunk('tRNS', 'ab')],
    ]) {
      const file = Buffer.concat([signature, ...kept, ...rest]);
      expect(strip(file, 'image/png').equals(file)).toBe(true);
    }
  });

  it('only the orientation of an Exif chunk is kept, with a correct checksum', () => {
    const file = Buffer.concat([
      signature,
      header,
      chunk('eXIf', richTiff('MM', 6)),
      chunk('IDAT', 'pixels'),
      chunk('IEND'),
    ]);
    const expected = Buffer.concat([
      signature,
      header,
      chunk('eXIf', orientationOnly(6)),
      chunk('IDAT', 'pixels'),
      chunk('IEND'),
    ]);
    expect(strip(file, 'image/png').equals(expected)).toBe(true);
    const upright = Buffer.concat([
      signature,
      header,
      chunk('eXIf', richTiff('MM', 1)),
      chunk('IDAT', 'pixels'),
      chunk('IEND'),
    ]);
    expect(strip(upright, 'image/png').includes(Buffer.from('eXIf'))).toBe(false);
  });

  it('a malformed chunk is removed together with the metadata after it', () => {
    for (const odd of [chunk('1abc', 'SECRET'), Buffer.from('\xff\xff\xff\xffabcdSECRET', 'latin1')]) {
      const file = Buffer.concat([signature, header, odd, chunk('tEXt', 'SECRET'), ...rest]);
      expect(strip(file, 'image/png').equals(Buffer.concat([signature, header, ...rest]))).toBe(true);
    }
  });

  it('animation frames are kept in an animated PNG and removed from a still one', () => {
    const control = Buffer.alloc(26);
    const frames = [
      chunk('fcTL', control),
      ...rest.slice(0, -1),
      chunk('fdAT', '\0\0\0\x01pixels'),
      chunk('IEND'),
    ];
    const file = Buffer.concat([signature, header, chunk('acTL', Buffer.alloc(8)), ...frames]);
    expect(strip(file, 'image/png').equals(file)).toBe(true);
    const odd = Buffer.from(control).fill(0x41, 25);
    const oddly = Buffer.concat([
      signature,
      header,
      chunk('acTL', Buffer.alloc(8)),
      chunk('fcTL', odd),
      ...frames.slice(1),
    ]);
    expect(strip(oddly, 'image/png').includes('fcTL')).toBe(false);
    const still = strip(Buffer.concat([signature, header, ...frames]), 'image/png');
    expect(still.equals(Buffer.concat([signature, header, ...rest]))).toBe(true);
  });

  it('a PNG with 50,000 text chunks loses all of them and keeps its picture data', () => {
    const chunks = Array.from({ length: 50_000 }, () => [
      chunk('tEXt', 'Author\0SECRET'),
      chunk('IDAT', 'x'),
    ]).flat();
    const stripped = strip(Buffer.concat([signature, header, ...chunks, chunk('IEND')]), 'image/png');
    expect(stripped.includes('SECRET')).toBe(false);
    expect(stripped.length).toBe(8 + 25 + 50_000 * 13 + 12);
  });

  it('a PNG that cannot be parsed is unchanged', () => {
    const rests = ['anything at all, even text', '\0\0\0\x09IDATcut off: Exif\0\0'];
    for (const rest of rests) {
      const file = Buffer.concat([signature, Buffer.from(rest, 'latin1')]);
      expect(strip(file, 'image/png').equals(file)).toBe(true);
    }
  });

  it('data after the end of a PNG is removed, including padding', () => {
    expect(strip(Buffer.concat([picture, Buffer.from('Exif\0\0SECRET')]), 'image/png').equals(picture)).toBe(
      true,
    );
    const padded = Buffer.concat([picture, Buffer.alloc(100)]);
    expect(strip(padded, 'image/png').equals(picture)).toBe(true);
  });
});

describe('metadata in damaged, huge and other files', () => {
  it.each(['image/jpeg', 'image/png'] as const)(
    'stripping a damaged %s never throws and never makes it larger',
    (type) => {
      const start = type === 'image/jpeg' ? Buffer.concat([SOI, Buffer.from([0xff])]) : signature;
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
          const file = Buffer.concat([start, bytes]);
          expect(strip(file, type).length).toBeLessThanOrEqual(file.length);
        }),
      );
    },
  );

  it('a JPEG of a million tiny segments loses its application segments', () => {
    const tiny = Buffer.from([0xff, 0xdb, 0, 2, 0xff, 0xe5, 0, 2]);
    const file = Buffer.concat([SOI, Buffer.alloc(4_000_000, tiny), EOI]);
    const stripped = strip(file, 'image/jpeg');
    expect(stripped.length).toBe(2 + 2_000_000 + 2);
    expect(stripped.subarray(0, 10)).toEqual(Buffer.concat([SOI, tiny.subarray(0, 4), tiny.subarray(0, 4)]));
  });

  it('a PDF keeps its metadata', () => {
    const file = Buffer.from('%PDF-1.4 /Author (SECRET)');
    expect(stripMetadata(Buffer.from(file), 'application/pdf').equals(file)).toBe(true);
  });
});
