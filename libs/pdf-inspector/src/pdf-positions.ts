import type { ObjectId } from './pdf-encryption.js';
import { isDigit, isWhite } from './pdf-lexer.js';

const KiB = 1024;

/** Every position directly after an occurrence of `word` that follows white space, a digit or nothing. */
export function* anchors(file: Buffer, word: string): Generator<number> {
  for (let at = file.indexOf(word); at !== -1; at = file.indexOf(word, at + 1)) {
    const before = file[at - 1];
    if (before === undefined || isWhite(before) || isDigit(before)) yield at + word.length;
  }
}

/** The number and generation before the `obj` at this position; null for anything else. */
export function idBefore(file: Buffer, at: number): ObjectId | null {
  const text = file.toString('latin1', Math.max(0, at - 40), at);
  const [, number, generation] = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]*$/.exec(text) ?? [];
  return number && generation ? { number: Number(number), generation: Number(generation) } : null;
}

/** The position after `stream`, spaces or tabs, and one line end; directly after `stream` if no line end follows. */
export function afterLineEnd(file: Buffer, from: number): number {
  let at = from;
  while (file[at] === 0x20 || file[at] === 0x09) at += 1;
  if (file[at] === 0x0d && file[at + 1] === 0x0a) return at + 2;
  return file[at] === 0x0a || file[at] === 0x0d ? at + 1 : from;
}

/**
 * How the file ends. `in an object`: the last object is cut off. `in its first part`: the file is linearized and
 * ends after its first part. `missing`: no end mark follows the last object. A file without objects counts as
 * `proper`, since it only resembles a PDF.
 */
export function endOf(
  file: Buffer,
  lastObject: number | null,
): 'proper' | 'in an object' | 'in its first part' | 'missing' {
  if (lastObject === null) return 'proper';
  const marked = ['startxref', '%%EOF'].some((mark) => file.includes(mark, lastObject));
  if (marked) return endsWithFirstPart(file) ? 'in its first part' : 'proper';
  return file.includes('endobj', lastObject) ? 'missing' : 'in an object';
}

/** The first part of a linearized file ends in `startxref 0`; a complete file does not end with it. */
function endsWithFirstPart(file: Buffer): boolean {
  const last = file.toString('latin1', file.lastIndexOf('startxref')).slice(0, 40);
  return file.subarray(0, KiB).includes('/Linearized') && /^startxref\s+0\s/.test(last);
}
