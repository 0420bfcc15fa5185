import { acceptedExtensions, limits, type AcceptedType } from '@caredrop/contracts/limits';
import { cleanName } from '@caredrop/service-kit/clean-name';

/** File systems allow 255 bytes; the remainder leaves space for the ' (1)' that a browser may append. */
const MAX_BYTES = 240;
const NAMELESS = 'document';
const extension: Record<AcceptedType, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'application/pdf': '.pdf',
};

/**
 * The name that a document is stored under: the name the patient's file had, always with an extension of the
 * detected type, so that saving it never creates a program. `given` is as browsers send it, with quotes as
 * `%22`.
 */
export const storedName = (given: string, type: AcceptedType): string =>
  deliveredName(given.replaceAll('%22', '"'), type);

/**
 * The name that a document of this type is listed, shown and saved under. Does not change names that {@link
 * storedName} returned; rows written before extensions were enforced get theirs here. At most 200 characters,
 * never empty.
 */
export function deliveredName(name: string, type: string): string {
  const clean = cleanName(name.split(/[/\\]/).at(-1) ?? '');
  const [stem, ending] = splitEnding(clean, type);
  return (shorten(stem, ending) || NAMELESS) + ending;
}

/** `['scan', '.pdf']`; an extension longer than 10 characters counts as part of the name. */
export function splitName(name: string): [stem: string, ending: string] {
  const dot = name.lastIndexOf('.');
  const ending = dot === -1 ? '' : name.slice(dot);
  return /^\.[^.\s]{1,10}$/u.test(ending) ? [name.slice(0, dot), ending] : [name, ''];
}

/**
 * The extension is the name's own when it belongs to `type`. Any other stays part of the name, and the type's
 * is appended.
 */
function splitEnding(name: string, type: string): [stem: string, ending: string] {
  const [stem, own] = splitName(name);
  if (!isAccepted(type)) return [name, '.bin'];
  const isOurs = acceptedExtensions[type].includes(own.slice(1).toLowerCase());
  return isOurs ? [stem, own] : [name, extension[type]];
}

const isAccepted = (type: string): type is AcceptedType => Object.hasOwn(extension, type);

const characters = new Intl.Segmenter();
const fits = (name: string) => name.length <= limits.fileNameMax && Buffer.byteLength(name) <= MAX_BYTES;

/** The start of a name that fits with its ending. Cuts between grapheme clusters, so that no emoji is split. */
export function shorten(stem: string, ending: string): string {
  if (fits(stem + ending)) return stem;
  let kept = '';
  for (const { segment } of characters.segment(stem)) {
    if (!fits(kept + segment + ending)) break;
    kept += segment;
  }
  return kept;
}
