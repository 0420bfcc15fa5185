export interface JpegOptions {
  /** Exact size of the file, which is padded with comment segments. */
  bytes?: number;
  /** Adds a phone's metadata: camera, place (51.5 N) and this text. */
  exif?: boolean | { text: string };
}

/** A real photo-like JPEG of 24 × 16 pixels. */
const PICTURE = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdB' +
    'RkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P' +
    'T09PT09PT09PT09PT0//wAARCAAQABgDASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAABQACBP/EACYQAAADBgUFAAAA' +
    'AAAAAAAAAAADEgECBAURFCEkMTNxJVFTkeH/xAAWAQEBAQAAAAAAAAAAAAAAAAAEAgP/xAAZEQADAQEBAAAAAAAAAAAAAAAA' +
    'AQIRAyH/2gAMAwEAAhEDEQA/ADV2zHG255qvE4qnI7CJmmnTJk3iH+jbZddMczEQSmuy+mvIXlMttGv5mJPXTeMUmnb2NWwH' +
    'OVglCk6YCCEKTpgIRoiZ8P/Z',
  'base64',
);

const SOI = PICTURE.subarray(0, 2);
const REST = PICTURE.subarray(2);
const SEGMENT_MAX = 0xffff;

/**
 * A valid JPEG. Throws when `bytes` is less than the unpadded size, or 1 to 3 bytes more: a padding segment has at
 * least 4.
 */
export function aJpeg({ bytes, exif = false }: JpegOptions = {}): Buffer {
  const head = exif ? Buffer.concat([SOI, exifSegment(exif === true ? 'Photo' : exif.text)]) : SOI;
  const size = head.length + REST.length;
  return Buffer.concat([head, comments((bytes ?? size) - size), REST]);
}

/** COM segments of exactly this many bytes in total, at least four. */
function comments(bytes: number): Buffer {
  if (bytes === 0) return Buffer.alloc(0);
  if (bytes < 4) throw new Error('A JPEG cannot have that size');
  // Leaves at least four bytes, the size of an empty segment, for the last one.
  const length = bytes - 2 <= SEGMENT_MAX ? bytes - 2 : Math.min(SEGMENT_MAX, bytes - 6);
  const segment = Buffer.alloc(length + 2, 0x2e);
  segment.writeUInt16BE(0xfffe, 0);
  segment.writeUInt16BE(length, 2);
  return Buffer.concat([segment, comments(bytes - segment.length)]);
}

/** APP1 with a small TIFF: ImageDescription, Make and a GPS directory. */
function exifSegment(text: string): Buffer {
  const description = Buffer.from(`${text}\0`);
  const make = Buffer.from('CameraMaker\0');
  const dataAt = 8 + 2 + 3 * 12 + 4;
  const gpsAt = dataAt + description.length + make.length;
  const first = folder([
    entry(0x010e, 2, description.length, dataAt),
    entry(0x010f, 2, make.length, dataAt + description.length),
    entry(0x8825, 4, 1, gpsAt),
  ]);
  const latitudeAt = gpsAt + 2 + 2 * 12 + 4;
  const gps = folder([
    entry(0x0001, 2, 2, Buffer.from('N\0\0\0').readUInt32BE()),
    entry(0x0002, 5, 3, latitudeAt),
  ]);
  const latitude = Buffer.alloc(24);
  [51, 1, 30, 1, 0, 1].forEach((part, index) => latitude.writeUInt32BE(part, index * 4));
  const body = [Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'), first, description, make, gps, latitude];
  const length = Buffer.alloc(4);
  length.writeUInt16BE(0xffe1, 0);
  length.writeUInt16BE(Buffer.concat(body).length + 2, 2);
  return Buffer.concat([length, ...body]);
}

function entry(tag: number, type: number, count: number, value: number): Buffer {
  const buffer = Buffer.alloc(12);
  buffer.writeUInt16BE(tag, 0);
  buffer.writeUInt16BE(type, 2);
  buffer.writeUInt32BE(count, 4);
  buffer.writeUInt32BE(value, 8);
  return buffer;
}

function folder(entries: Buffer[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(entries.length);
  return Buffer.concat([count, ...entries, Buffer.alloc(4)]);
}
