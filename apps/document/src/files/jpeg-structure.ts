import { isFrame, marker, type Segment } from './jpeg-segments.js';

const TABLE_VALUES = 64;
const HUFFMAN_LENGTHS = 16;
/** libjpeg rejects a frame with more colour components. */
const MAX_COMPONENTS = 10;

/**
 * Whether the contents of a table, frame or scan header have the length they claim. Decoders reject a picture
 * otherwise, so no other bytes can be hidden in one that can be drawn. True for any other complete segment.
 */
export function isWellFormed(file: Buffer, segment: Segment): boolean {
  if (!segment.whole) return false;
  const data = file.subarray(segment.data, segment.end);
  if (isFrame(segment.marker)) return isFrameHeader(data);
  switch (segment.marker) {
    case marker.dqt:
      return isMadeOf(data, (at) => 1 + TABLE_VALUES * ((data[at] ?? 0) >> 4 ? 2 : 1));
    case marker.dht:
      return isMadeOf(data, (at) => 1 + HUFFMAN_LENGTHS + codesOf(data, at + 1));
    case marker.dac:
      return data.length % 2 === 0;
    case marker.dri:
    case marker.dnl:
      return data.length === 2;
    case marker.sos:
      return data.length === 1 + 2 * (data[0] ?? 0) + 3 && data.length > 4;
    default:
      return true;
  }
}

function isFrameHeader(data: Buffer): boolean {
  const components = data[5] ?? 0;
  const fits = components > 0 && components <= MAX_COMPONENTS && data.length === 6 + 3 * components;
  return fits && data.readUInt16BE(3) > 0;
}

function codesOf(data: Buffer, at: number): number {
  let codes = 0;
  for (let index = at; index < at + HUFFMAN_LENGTHS; index += 1) codes += data[index] ?? 0;
  return codes;
}

function isMadeOf(data: Buffer, sizeAt: (at: number) => number): boolean {
  let at = 0;
  while (at < data.length) at += sizeAt(at);
  return at === data.length;
}
