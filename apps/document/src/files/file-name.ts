import { limits, type AcceptedType } from '@caredrop/contracts';

/** File systems stop at 255 bytes; room is left for a browser's ' (1)'. */
const MAX_BYTES = 240;
const extension: Record<AcceptedType, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'application/pdf': '.pdf',
};

/** Controls, line separators, invisible joints and marks that turn the reading direction round. */

const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/gu;

/**
 * The name a document is shown and saved under (design §5): as given, without path, control and bidi
 * characters, leading dots or hyphens, and not longer than 200 characters. Never empty, never a storage key.
 */
export function safeFileName(given: string, type: AcceptedType): string {
  const last = given.replaceAll('%22', '"').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .toWellFormed()
    .normalize('NFC')
    .replace(unsafe, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[.\-\s]+/u, '')
    .replace(/[.\s]+$/u, '');
  const [stem, ending] = splitName(clean);
  if (!stem) return `document${ending || extension[type]}`;
  return shorten(stem, ending) + ending;
}

/** `['scan', '.pdf']`; an ending longer than 10 characters belongs to the name. */
export function splitName(name: string): [stem: string, ending: string] {
  const found = /\.[^.\s]{1,10}$/u.exec(name);
  return found ? [name.slice(0, found.index), found[0]] : [name, ''];
}

/** Cuts between whole characters as people see them, so that no emoji is torn. */
function shorten(stem: string, ending: string): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(stem)) {
    const next = kept + segment + ending;
    if (next.length > limits.fileNameMax || Buffer.byteLength(next) > MAX_BYTES) break;
    kept += segment;
  }
  return kept;
}
