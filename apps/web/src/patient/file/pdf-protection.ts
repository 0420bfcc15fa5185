/**
 * Whether a PDF asks for a password or restricts its reader: its trailer, or the dictionary of its
 * cross-reference stream, names an encryption dictionary. Looks for the name only, so a PDF that writes
 * about '/Encrypt 1 0 R' in plain text is warned about as well; the warning stops nobody.
 */
export function isProtectedPdf(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(slash); at >= 0; at = bytes.indexOf(slash, at + 1)) {
    if (matches(bytes, at) && isFollowed(bytes, at + name.length)) return true;
  }
  return false;
}

const name = Uint8Array.from('/Encrypt', (letter) => letter.charCodeAt(0));
const slash = 0x2f;

const matches = (bytes: Uint8Array, at: number) => name.every((byte, offset) => bytes[at + offset] === byte);

/** By a reference ('12 0 R') or a dictionary ('<<'): '/EncryptMetadata' is another name. */
function isFollowed(bytes: Uint8Array, from: number): boolean {
  const after = String.fromCharCode(...bytes.subarray(from, from + 24));
  return /^\s*(\d+\s+\d+\s+R|<<)/.test(after);
}
