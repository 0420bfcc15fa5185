/** IFD0 tag for a photo's orientation; 1 means upright (Exif 2.32 §4.6.4). */
const ORIENTATION = 0x0112;
const SHORT = 3;
const HEADER = 8;
const ENTRY = 12;
/** Limit for entries in IFD0; cameras write about a dozen. */
const MAX_ENTRIES = 512;

/** The orientation, 1 to 8, in a TIFF structure as Exif holds it; null when there is none or it cannot be read. */
export function readOrientation(tiff: Buffer): number | null {
  const order = tiff.toString('latin1', 0, 4);
  if (tiff.length < HEADER || (order !== 'II*\0' && order !== 'MM\0*')) return null;
  const little = order === 'II*\0';
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  const entries = Math.min(short(directory), MAX_ENTRIES, Math.floor((tiff.length - directory - 2) / ENTRY));
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * ENTRY;
    if (short(entry) === ORIENTATION && short(entry + 2) === SHORT) return valid(short(entry + 8));
  }
  return null;
}

/** The smallest TIFF structure that holds only an orientation (26 bytes, big-endian). */
export function orientationOnly(orientation: number): Buffer {
  const tiff = Buffer.alloc(HEADER + 2 + ENTRY + 4);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(HEADER, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

const valid = (value: number) => (value >= 1 && value <= 8 ? value : null);
