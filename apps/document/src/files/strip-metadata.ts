import type { AcceptedType } from '@caredrop/contracts';
import { stripJpeg } from './jpeg-metadata.js';
import { stripPng } from './png-metadata.js';

/**
 * Removes metadata: only what is needed to draw a photo is kept (docs/adr/0020); PDFs stay unchanged. Works in
 * place: returns a view of the file's own buffer, which no longer contains the file as it arrived.
 */
export function stripMetadata(file: Buffer, type: AcceptedType): Buffer {
  if (type === 'image/jpeg') return stripJpeg(file);
  return type === 'image/png' ? stripPng(file) : file;
}
