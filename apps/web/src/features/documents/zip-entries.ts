const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const longestComment = 65_535;

/** A file in a zip. */
export interface ZipEntry {
  name: string;
  /** Bytes; the server does not compress. */
  size: number;
  /** Offset of its local header. */
  start: number;
}

/**
 * The entries of a zip, read from the central directory of the finished file: only this shows how many documents really
 * arrived. Null when it is not a readable zip.
 */
export async function zipEntries(zip: Blob): Promise<ZipEntry[] | null> {
  const tailStart = Math.max(0, zip.size - longestComment - 22);
  const tail = new DataView(await zip.slice(tailStart).arrayBuffer());
  for (let at = tail.byteLength - 22; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== endOfDirectory) continue;
    const start = tail.getUint32(at + 16, true);
    const size = tail.getUint32(at + 12, true);
    return entriesIn(await zip.slice(start, start + size).arrayBuffer());
  }
  return null;
}

function entriesIn(directory: ArrayBuffer): ZipEntry[] {
  const view = new DataView(directory);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + 46 <= view.byteLength && view.getUint32(at, true) === directoryEntry) {
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(new Uint8Array(directory, at + 46, nameLength));
    entries.push({ name, size: view.getUint32(at + 20, true), start: view.getUint32(at + 42, true) });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The text of an entry that is not compressed. */
export async function entryText(zip: Blob, { start, size }: ZipEntry): Promise<string> {
  const header = new DataView(await zip.slice(start, start + 30).arrayBuffer());
  const from = start + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  return zip.slice(from, from + size).text();
}
