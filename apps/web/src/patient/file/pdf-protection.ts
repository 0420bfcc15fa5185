/**
 * Whether a PDF asks for a password or restricts its reader: its trailer, or the dictionary of its
 * cross-reference stream, names an encryption dictionary. Searches for the name only, so a PDF that mentions
 * '/Encrypt 1 0 R' in plain text is warned about as well; the warning does not block sending.
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

/**
 * As a reference ('12 0 R') or a dictionary ('<<'), which excludes other names such as '/EncryptMetadata'.
 */
function isFollowed(bytes: Uint8Array, from: number): boolean {
  const after = String.fromCharCode(...bytes.subarray(from, from + 24));
  return /^\s*(\d+\s+\d+\s+R|<<)/.test(after);
}
