import type { AcceptedType } from '@caredrop/contracts';
import { isJpegCutShort } from './jpeg-metadata.js';
import { isPngCutShort } from './png-metadata.js';

/**
 * Whether the file holds only the first part of a picture, as after an interrupted download. True only if a
 * picture has definitely started: a JPEG's scan or a PNG's picture data, without the end that must follow.
 */
export function isCutShort(file: Buffer, type: AcceptedType): boolean {
  if (type === 'image/jpeg') return isJpegCutShort(file);
  return type === 'image/png' && isPngCutShort(file);
}
