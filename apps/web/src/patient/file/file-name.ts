import { acceptedExtensions, type AcceptedType } from '@caredrop/contracts/limits';

const endings: Record<AcceptedType, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'application/pdf': '.pdf',
};
/** Extensions that are replaced; any other becomes part of the name, as in the document service. */
const replaced = /\.(jpe?g|jfif|png|pdf|heic|heif|avif|webp|gif|bmp|tiff?|dng|jxl)$/i;

/**
 * Returns the name with an extension that fits `type`, the type of the bytes. A name without an extension stays as it
 * is.
 */
export function nameFor(name: string, type: AcceptedType): string {
  const ending = /\.([a-z0-9]{1,10})\s*$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === undefined || acceptedExtensions[type].includes(ending)) return name;
  return withEnding(name, type);
}

/** `IMG_1.HEIC` → `IMG_1.jpg`, `letter.docx` → `letter.docx.pdf`. */
export const withEnding = (name: string, type: AcceptedType): string =>
  `${name.trimEnd().replace(replaced, '') || 'photo'}${endings[type]}`;
