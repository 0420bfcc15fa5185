/** Whether a GIF, WebP or AVIF file contains several pictures; a canvas draws only the first. */
export function hasSeveral(bytes: Uint8Array): boolean {
  const at = (from: number, length: number) => String.fromCharCode(...bytes.subarray(from, from + length));
  if (at(0, 3) === 'GIF') return gifPictures(bytes) > 1;
  if (at(0, 4) === 'RIFF') return at(12, 4) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0;
  return at(4, 8) === 'ftypavis';
}

/** Counts image descriptors; stops at the second. */
function gifPictures(bytes: Uint8Array): number {
  const colours = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + colours(bytes[10]);
  let pictures = 0;
  while (at < bytes.length && pictures < 2) {
    const mark = bytes[at];
    if (mark === 0x2c) {
      pictures += 1;
      at += 10 + colours(bytes[at + 9]) + 1;
    } else if (mark === 0x21) at += 2;
    else break;
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1;
    at += 1;
  }
  return pictures;
}
