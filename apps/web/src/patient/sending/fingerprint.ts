/**
 * A short fingerprint of bytes and texts, such as an upload's link, file and comment: it distinguishes a repeated
 * upload from a different one. It need not resist attacks, so a simple mixing function is enough, which also works
 * where `crypto.subtle` is missing (plain http in a clinic's own network).
 */
export function fingerprint(bytes: Uint8Array, ...texts: string[]): string {
  let one = 0x811c9dc5;
  let two = 0x9e3779b9;
  const mix = (value: number) => {
    one = Math.imul(one ^ value, 0x01000193);
    two = Math.imul(two ^ value, 0x85ebca6b) ^ (two >>> 15);
  };
  bytes.forEach(mix);
  for (const text of texts) {
    // Each text is prefixed with its length: 'ab' + 'c' differs from 'a' + 'bc'.
    mix(text.length);
    for (let at = 0; at < text.length; at += 1) mix(text.charCodeAt(at));
  }
  return `${bytes.length}-${(one >>> 0).toString(16)}-${(two >>> 0).toString(16)}`;
}
