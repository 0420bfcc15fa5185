const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const zip64Locator = 0x07064b50;
const zip64End = 0x06064b50;
const zip64Field = 1;
/** Stands for a value that does not fit into 4 bytes; the real one is in a Zip64 record or field. */
const inZip64 = 0xffffffff;
const maxCommentBytes = 65_535;

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
  const tailStart = Math.max(0, zip.size - maxCommentBytes - 22);
  const tail = await viewOf(zip, tailStart, zip.size);
  for (let at = tail.byteLength - 22; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== endOfDirectory) continue;
    const start = tail.getUint32(at + 16, true);
    const size = tail.getUint32(at + 12, true);
    const place = start === inZip64 ? await zip64Place(zip, tailStart + at) : { start, size };
    return place && entriesIn(await viewOf(zip, place.start, place.start + place.size));
  }
  return null;
}

const viewOf = async (zip: Blob, start: number, end: number) =>
  new DataView(await zip.slice(start, end).arrayBuffer());

/** Where the directory of a zip of more than 4 GiB is; null if the records before its end do not say where. */
async function zip64Place(zip: Blob, end: number): Promise<{ start: number; size: number } | null> {
  const locator = await viewOf(zip, Math.max(0, end - 20), end);
  if (locator.byteLength < 20 || locator.getUint32(0, true) !== zip64Locator) return null;
  const at = longAt(locator, 8);
  const record = await viewOf(zip, at, at + 56);
  if (record.byteLength < 56 || record.getUint32(0, true) !== zip64End) return null;
  return { start: longAt(record, 48), size: longAt(record, 40) };
}

const longAt = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

function entriesIn(view: DataView): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + 46 <= view.byteLength && view.getUint32(at, true) === directoryEntry) {
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, nameLength));
    const extra = at + 46 + nameLength;
    const extraEnd = extra + view.getUint16(at + 30, true);
    const { size, start } = sizeAndStart(view, at, zip64Values(view, extra, extraEnd));
    entries.push({ name, size, start });
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The numbers in the Zip64 field among an entry's extra fields. */
function zip64Values(view: DataView, from: number, end: number): number[] {
  for (let at = from; at + 4 <= end; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === zip64Field)
      return Array.from({ length: view.getUint16(at + 2, true) >> 3 }, (_, index) =>
        longAt(view, at + 4 + index * 8),
      );
  return [];
}

/** `values` has only what does not fit into the entry: the size, the compressed size and the offset, in this order. */
function sizeAndStart(view: DataView, at: number, values: number[]): { size: number; start: number } {
  const [size = 0, , start = 0] = [24, 20, 42].map((field) => {
    const value = view.getUint32(at + field, true);
    return value === inZip64 ? (values.shift() ?? value) : value;
  });
  return { size, start };
}

/** The text of an entry that is not compressed. */
export async function entryText(zip: Blob, { start, size }: ZipEntry): Promise<string> {
  const header = await viewOf(zip, start, start + 30);
  const from = start + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  return zip.slice(from, from + size).text();
}
