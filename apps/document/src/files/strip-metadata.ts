import type { AcceptedType } from '@caredrop/contracts';
import { stripJpeg } from './jpeg-metadata.js';
import { stripPng } from './png-metadata.js';

/**
 * What is kept of a file: of a photo nothing but what is needed to draw it, see ADR 0020; PDFs stay untouched. Works in the
 * file's own buffer, which is no longer the file as it came; returns a view of it.
 */
export function stripMetadata(file: Buffer, type: AcceptedType): Buffer {
  if (type === 'image/jpeg') return stripJpeg(file);
  return type === 'image/png' ? stripPng(file) : file;
}
