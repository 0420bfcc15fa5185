import type { AcceptedType } from '@caredrop/contracts';
import { isJpegCutShort } from './jpeg-metadata.js';
import { isPngCutShort } from './png-metadata.js';

/**
 * Whether the file holds only the first part of a picture, as after an interrupted download. True only for a
 * definite picture: a JPEG whose scan or a PNG whose picture data have started, without the end that follows
 * them.
 */
export function isCutShort(file: Buffer, type: AcceptedType): boolean {
  if (type === 'image/jpeg') return isJpegCutShort(file);
  return type === 'image/png' && isPngCutShort(file);
}
