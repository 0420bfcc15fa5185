import { randomBytes } from 'node:crypto';
import { aJpeg } from '@caredrop/testing';

/** A JPEG of exactly `bytes` bytes as a phone sends it: EXIF with camera and location, and incompressible image data. */
export function photo(bytes: number): Buffer {
  const whole = aJpeg({ exif: true });
  const end = whole.length - 2; // The two closing bytes.
  const picture = randomBytes(bytes - whole.length).map((byte) => (byte === 0xff ? 0xfe : byte));
  return Buffer.concat([whole.subarray(0, end), picture, whole.subarray(end)]);
}
