import { Inflate, Unzlib } from 'fflate';
import { Buffer } from 'buffer/';

interface Options {
  maxOutputLength?: number;
}

/** Bytes given to the decoder at a time, so that little is unpacked beyond the limit. */
const chunkBytes = 16 * 1024;

function unpack(
  data: Uint8Array,
  decoder: Inflate | Unzlib,
  { maxOutputLength = Infinity }: Options,
): Buffer {
  const parts: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  decoder.ondata = (part, final) => {
    size += part.length;
    if (size > maxOutputLength)
      throw Object.assign(new RangeError('The output is too big.'), { code: 'ERR_BUFFER_TOO_LARGE' });
    parts.push(part);
    ended ||= final;
  };
  for (let at = 0; at < data.length; at += chunkBytes)
    decoder.push(data.subarray(at, at + chunkBytes), at + chunkBytes >= data.length);
  if (!ended) throw new Error('The data ends too early.');
  return Buffer.concat(parts);
}

/** These replace Node's functions of the same names as far as the PDF inspector and the TIFF decoder use them. */
export const inflateSync = (data: Uint8Array, options: Options = {}): Buffer =>
  unpack(data, new Unzlib(), options);
export const inflateRawSync = (data: Uint8Array, options: Options = {}): Buffer =>
  unpack(data, new Inflate(), options);
