import type { Random } from '@caredrop/testing/fuzz';

/** Represents a place, a name or a device; must not occur in any stored picture that can be drawn. */
export const CANARY = Buffer.from('CANARY 51.5074N 0.1278W');

/** The canary among other bytes, of random length. */
export const withCanary = (random: Random): Buffer =>
  Buffer.concat([random.bytes(random.int(12)), CANARY, random.bytes(random.int(12))]);

/** A TIFF structure, as Exif holds it, with an orientation and the canary as its author. */
export function exifWithCanary(orientation: number): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4);
  tiff.write('MM\0*\0\0\0\x08\0\x02', 'latin1');
  tiff.write('\x01\x12\0\x03\0\0\0\x01\0', 10, 'latin1');
  tiff.writeUInt16BE(orientation, 18);
  tiff.write('\x01\x3b\0\x02\0\0\0', 22, 'latin1');
  tiff[29] = CANARY.length;
  tiff.writeUInt32BE(tiff.length, 30);
  return Buffer.concat([tiff, CANARY]);
}

/** A small sRGB-like ICC profile with the canary as its description and copyright. */
export function profileWithCanary(): Buffer {
  const xyz = (x: number, y: number, z: number) => {
    const data = Buffer.alloc(20);
    data.write('XYZ ', 'latin1');
    [x, y, z].forEach((value, index) => data.writeInt32BE(Math.round(value * 65_536), 8 + index * 4));
    return data;
  };
  const curve = Buffer.from('curv\0\0\0\0\0\0\0\x01\x02\x33\0\0', 'latin1');
  const text = Buffer.concat([Buffer.from('text\0\0\0\0', 'latin1'), CANARY, Buffer.alloc(1)]);
  const tags: Array<[string, Buffer]> = [
    ['desc', text],
    ['cprt', text],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['rXYZ', xyz(0.4361, 0.2225, 0.0139)],
    ['gXYZ', xyz(0.3851, 0.7169, 0.0971)],
    ['bXYZ', xyz(0.1431, 0.0606, 0.7139)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const header = Buffer.alloc(128);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  header.writeUInt32BE(0x02400000, 8);
  [0.9642, 1, 0.8249].forEach((value, index) =>
    header.writeInt32BE(Math.round(value * 65_536), 68 + index * 4),
  );
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length);
  let at = header.length + table.length;
  const bodies = tags.map(([name, data], index) => {
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    table.write(name, 4 + index * 12, 'latin1');
    table.writeUInt32BE(at, 8 + index * 12);
    table.writeUInt32BE(data.length, 12 + index * 12);
    at += padded.length;
    return padded;
  });
  header.writeUInt32BE(at);
  return Buffer.concat([header, table, ...bodies]);
}

/** Data that phones append to a picture, and data that does not belong after one. */
export function appended(random: Random, picture: Buffer): Buffer {
  const films = ['ftypmp42', 'ftypMSNV', 'ftypiso5', 'ftypavc1', 'ftyp3gp4', 'ftypheic'];
  return random.pick([
    () => withCanary(random),
    () => Buffer.concat([Buffer.from(`\0\0\0\x18${random.pick(films)}`, 'latin1'), withCanary(random)]),
    () => Buffer.from(`vivo{"gps":"${CANARY.toString()}"}`),
    () => Buffer.concat([picture, withCanary(random)]),
    () => Buffer.concat([Buffer.alloc(random.int(64)), withCanary(random)]),
    () => Buffer.concat([exifWithCanary(6), Buffer.from('SEFHe\0\0\0', 'latin1')]),
  ])();
}
