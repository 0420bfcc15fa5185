const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const longestComment = 65_535;

/**
 * The names in a zip's central directory, read from the finished blob: only they show how many documents
 * really arrived. Null when it is not a readable zip.
 */
export async function zipEntries(blob: Blob): Promise<string[] | null> {
  const tailStart = Math.max(0, blob.size - longestComment - 22);
  const tail = new DataView(await blob.slice(tailStart).arrayBuffer());
  for (let at = tail.byteLength - 22; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== endOfDirectory) continue;
    const start = tail.getUint32(at + 16, true);
    const size = tail.getUint32(at + 12, true);
    return namesIn(await blob.slice(start, start + size).arrayBuffer());
  }
  return null;
}

function namesIn(directory: ArrayBuffer): string[] {
  const view = new DataView(directory);
  const names: string[] = [];
  let at = 0;
  while (at + 46 <= view.byteLength && view.getUint32(at, true) === directoryEntry) {
    const nameLength = view.getUint16(at + 28, true);
    names.push(new TextDecoder().decode(new Uint8Array(directory, at + 46, nameLength)));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}
