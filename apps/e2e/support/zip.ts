const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** Names in a zip's central directory, as a user sees them. Throws when the zip is truncated. */
export function entryNames(zip: Buffer): string[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('the zip has no end');
  const names: string[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let n = 0; n < zip.readUInt16LE(end + 10); n += 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('the zip’s directory is broken');
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    names.push(zip.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}
