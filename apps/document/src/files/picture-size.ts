import type { AcceptedType } from '@caredrop/contracts';

/** JPEG heights may be told only after the picture (DNL); what is left open counts as the largest there is. */
const LARGEST_SIDE = 65_535;
const IHDR = Buffer.from('IHDR');

/**
 * How many pixels a decoder may have to make of a picture, by what its headers claim and without decoding anything:
 * the largest claim where there are several, and every frame of an animation. 0 where none can be found. Passes over
 * damage as decoders do, so that a broken header in front hides nothing.
 */
export function countPixels(file: Buffer, type: AcceptedType): number {
  if (type === 'image/jpeg') return jpegPixels(file);
  return type === 'image/png' ? pngPixels(file) : 0;
}

/** Start-of-frame segments: C0 to CF, save the tables DHT, JPG and DAC. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Markers without a length behind them. */
const standsAlone = (marker: number) =>
  marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9) || marker === 0xff;

function jpegPixels(file: Buffer): number {
  let most = 0;
  for (let at = file.indexOf(0xff); at !== -1; at = file.indexOf(0xff, at)) {
    const marker = file[at + 1];
    if (marker === undefined) break;
    if (isFrame(marker) && at + 9 <= file.length)
      most = Math.max(most, (file.readUInt16BE(at + 5) || LARGEST_SIDE) * file.readUInt16BE(at + 7));
    at += marker === 0xff ? 1 : 2;
    if (!standsAlone(marker)) at = behindSegment(file, at);
  }
  return most;
}

/** Past a segment; one with an impossible length ends at once, as decoders take it. */
function behindSegment(file: Buffer, at: number): number {
  const length = at + 2 <= file.length ? file.readUInt16BE(at) : 0;
  return length >= 2 && at + length <= file.length ? at + length : at;
}

function pngPixels(file: Buffer): number {
  let most = 0;
  for (let at = file.indexOf(IHDR); at !== -1 && at + 12 <= file.length; at = file.indexOf(IHDR, at + 4))
    most = Math.max(most, file.readUInt32BE(at + 4) * file.readUInt32BE(at + 8));
  return most * frames(file);
}

/** Frames that an animated PNG announces. */
function frames(file: Buffer): number {
  const at = file.indexOf('acTL');
  return at !== -1 && at + 8 <= file.length ? Math.max(1, file.readUInt32BE(at + 4)) : 1;
}
