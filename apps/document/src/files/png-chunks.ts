import { crc32 } from 'node:zlib';

export const SIGNATURE = 8;
const LENGTH = 4;
const TYPE = 4;
const CRC = 4;
/** Bytes that a chunk has in addition to its data. */
const FRAME = LENGTH + TYPE + CRC;

export interface Chunk {
  type: string;
  start: number;
  /** Offsets of the start and end of its data. */
  data: number;
  dataEnd: number;
  /** Offset after its checksum; at most the end of the file. */
  end: number;
  /** Whether the file contains the whole chunk. */
  whole: boolean;
}

/** The chunk at `at`, whatever its type; null when too few bytes are left for one. */
export function chunkAt(file: Buffer, at: number): Chunk | null {
  if (at + LENGTH + TYPE > file.length) return null;
  const data = at + LENGTH + TYPE;
  const end = data + file.readUInt32BE(at) + CRC;
  const type = file.toString('latin1', at + LENGTH, data);
  const whole = end <= file.length;
  return whole
    ? { type, start: at, data, dataEnd: end - CRC, end, whole }
    : { type, start: at, data, dataEnd: file.length, end: file.length, whole };
}

const resumed = new Set(['IHDR', 'IDAT', 'IEND', 'PLTE', 'tRNS', 'eXIf']);
const firstLetters = new Set([...resumed].map((type) => type.charCodeAt(0)));

/**
 * The next chunk at or after `at`. If no complete chunk starts at `at`, bytes are skipped up to the next one
 * that a picture needs, so that damage before it hides nothing. Truncated picture data counts as a chunk.
 */
export function nextChunk(file: Buffer, at: number): Chunk | null {
  const here = chunkAt(file, at);
  if (!here || here.whole || here.type === 'IDAT') return here;
  for (let next = at + 1; next + LENGTH + TYPE <= file.length; next += 1) {
    if (!firstLetters.has(file[next + LENGTH] ?? 0)) continue;
    const found = chunkAt(file, next);
    if (found?.whole && resumed.has(found.type)) return found;
  }
  return null;
}

/**
 * Whether the chunk's checksum matches. A chunk with a wrong length contains bytes of other chunks, so its
 * checksum does not match.
 */
export const isIntact = (file: Buffer, { start, dataEnd, whole }: Chunk): boolean =>
  whole && file.readUInt32BE(dataEnd) === crc32(file.subarray(start + LENGTH, dataEnd));

/** Makes a chunk, including its length and checksum. */
export function makeChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(FRAME + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, LENGTH, 'latin1');
  data.copy(chunk, LENGTH + TYPE);
  chunk.writeUInt32BE(
    crc32(chunk.subarray(LENGTH, LENGTH + TYPE + data.length)),
    LENGTH + TYPE + data.length,
  );
  return chunk;
}
