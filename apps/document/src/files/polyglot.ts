import type { AcceptedType } from '@caredrop/contracts';
import { endOfJpeg } from './jpeg-metadata.js';
import { endOfPng } from './png-metadata.js';

const PDF = Buffer.from('%PDF-');
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_ENTRY = Buffer.from('PK\x01\x02', 'latin1');
/**
 * Where readers of each format search for it: PDF near the front, ZIP (and so JAR, APK, DOCX) from the end.
 */
const PDF_WITHIN = 1024 + PDF.length;
const ZIP_WITHIN = 65_535 + 22;

/** Signatures rejected after the image data. Motion photos and embedded previews are removed instead. */
const foreign = ['%PDF-', 'Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c', 'GIF87a', 'GIF89a'].map((sign) =>
  Buffer.from(sign, 'latin1'),
);
/**
 * Signatures that are checked only at the start of the appended data: they are so short that they occur in
 * videos by chance.
 */
const foreignStart = /^[\s\0]*(?:PK\x03\x04|\x7fELF|\xca\xfe\xba\xbe|MZ[\s\S]{58})/;
const markup = /<(?:!doctype|html|head|body|script|iframe|svg|\?php)[\s>/]/i;

/**
 * Detects polyglots: a picture that also opens as a PDF, web page, program, archive or GIF, or a PDF that also
 * opens as an archive.
 */
export function isPolyglot(file: Buffer, type: AcceptedType): boolean {
  if (opensAsZip(file)) return true;
  if (type === 'application/pdf') return false;
  const end = type === 'image/jpeg' ? endOfJpeg(file) : endOfPng(file);
  return file.subarray(0, PDF_WITHIN).includes(PDF) || isForeign(file.subarray(end));
}

function opensAsZip(file: Buffer): boolean {
  const tail = Math.max(0, file.length - ZIP_WITHIN);
  const end = file.indexOf(ZIP_END, tail);
  return end !== -1 && file.subarray(0, end).includes(ZIP_ENTRY);
}

function isForeign(rest: Buffer): boolean {
  if (rest.length === 0) return false;
  if (foreignStart.test(rest.toString('latin1', 0, 4096))) return true;
  return foreign.some((sign) => rest.includes(sign)) || markup.test(rest.toString('latin1'));
}
