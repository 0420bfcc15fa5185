import type { AcceptedType } from '@caredrop/contracts/limits';

/** The type that the first bytes show, whatever the file's name. */
export type ByteKind = AcceptedType | 'heic' | 'other image' | 'unknown';

/** How many bytes `sniff` needs: PDF readers accept a header within the first 1,024. */
export const headBytes = 1100;

const blanks = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'heif']);

/** Detects the type by its signature; JPEG, PNG and PDF in the same way as the document service. */
export function sniff(head: Uint8Array): ByteKind {
  if (starts(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (starts(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (latin(head, firstPrinted(head), 5) === '%PDF-') return 'application/pdf';
  if (latin(head, 4, 4) === 'ftyp') return sniffBoxes(head);
  return isOtherImage(head) ? 'other image' : 'unknown';
}

/** HEIC and AVIF share a container; its brands tell them apart. */
function sniffBoxes(head: Uint8Array): ByteKind {
  const end = Math.min(head.length, new DataView(head.buffer, head.byteOffset).getUint32(0));
  const brands = [latin(head, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(latin(head, at, 4));
  if (brands.includes('avif') || brands.includes('avis')) return 'other image';
  return brands.some((brand) => heicBrands.has(brand)) ? 'heic' : 'unknown';
}

function isOtherImage(head: Uint8Array): boolean {
  if (latin(head, 0, 4) === 'RIFF') return latin(head, 8, 4) === 'WEBP';
  return ['GIF87a', 'GIF89a', 'BM', 'II*\0', 'MM\0*'].some((mark) => latin(head, 0, mark.length) === mark);
}

function firstPrinted(head: Uint8Array): number {
  let at = starts(head, [0xef, 0xbb, 0xbf]) ? 3 : 0;
  while (at < 1024 && blanks.has(head[at] ?? -1)) at += 1;
  return at;
}

const starts = (head: Uint8Array, bytes: number[]) => bytes.every((byte, at) => head[at] === byte);
const latin = (head: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...head.subarray(from, from + length));
