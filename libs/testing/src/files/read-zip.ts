import { crc32 } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/**
 * Reads the entries of an uncompressed zip by its central directory; throws for anything truncated,
 * compressed or invalid.
 */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== END) throw new Error('no end of central directory');
  const entries = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('no entry where one should be');
    if (zip.readUInt16LE(at + 10) !== 0) throw new Error('compressed');
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const bytes = content(zip, zip.readUInt32LE(at + 42), zip.readUInt32LE(at + 20));
    if (crc32(bytes) !== zip.readUInt32LE(at + 16)) throw new Error(`${name}: wrong checksum`);
    if (entries.has(name)) throw new Error(`${name}: twice`);
    entries.set(name, bytes);
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}

function content(zip: Buffer, header: number, size: number): Buffer {
  const from = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  return zip.subarray(from, from + size);
}
