import type { AcceptedType } from '@caredrop/contracts';
import { stripJpeg } from './jpeg-metadata.js';
import { stripPng } from './png-metadata.js';

/**
 * What is kept of a file: photos lose what they say about place, time, device and author, PDFs stay untouched
 * (api.md 1a.26). Works in the file's own buffer, which is no longer the file as it came; answers a view of it.
 */
export function stripMetadata(file: Buffer, type: AcceptedType): Buffer {
  if (type === 'image/jpeg') return stripJpeg(file);
  return type === 'image/png' ? stripPng(file) : file;
}
