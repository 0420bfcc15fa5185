import type { AcceptedType } from '@caredrop/contracts';
import { isJpegCutShort } from './jpeg-metadata.js';
import { isPngCutShort } from './png-metadata.js';

/**
 * Does the file hold only the first part of a picture, as after a download that broke off? True only for what is a
 * picture beyond doubt: a JPEG whose scan or a PNG whose picture data have begun, without the end that follows them.
 */
export function isCutShort(file: Buffer, type: AcceptedType): boolean {
  if (type === 'image/jpeg') return isJpegCutShort(file);
  return type === 'image/png' && isPngCutShort(file);
}
