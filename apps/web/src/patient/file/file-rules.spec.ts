import { limits } from '@caredrop/contracts/limits';
import { findProblem, type FileFacts } from './file-rules.js';

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const jpeg = latin('\xff\xd8\xff\xe0');
const png = latin('\x89PNG\r\n\x1a\n');
const pdf = latin('%PDF-1.7');
const heic = latin('\0\0\0\x18ftypheic\0\0\0\0mif1heic');

const photo = (changes: Partial<FileFacts> = {}): FileFacts => ({
  type: 'image/jpeg',
  size: 1000,
  head: jpeg,
  ...changes,
});
const reason = (changes: Partial<FileFacts>) => findProblem(photo(changes))?.reason.code ?? null;
const remedy = (changes: Partial<FileFacts>) => findProblem(photo(changes))?.remedy ?? null;

describe('files that may be sent', () => {
  it.each([
    ['a JPEG', {}],
    ['a PNG', { type: 'image/png', head: png }],
    ['a PDF', { type: 'application/pdf', head: pdf }],
    ['a PDF declared as text/pdf', { type: 'text/pdf', head: pdf }],
    ['a PDF declared as application/x-pdf', { type: 'application/x-pdf', head: pdf }],
    ['a PDF without a declared type', { type: '', head: pdf }],
    ['a PDF declared as application/octet-stream', { type: 'application/octet-stream', head: pdf }],
    ['a JPEG declared as HEIC', { type: 'image/heic' }],
    ['a JPEG declared as PNG', { type: 'image/png' }],
    ['a PDF declared as a JPEG', { head: pdf }],
    ['a JPEG without a declared type', { type: '' }],
    ['a JPEG declared as image/jpg', { type: 'image/jpg' }],
    ['a file one byte under the limit', { size: limits.uploadBytes - 1 }],
  ])('%s is accepted', (_, changes) => {
    expect(findProblem(photo(changes))).toBeNull();
  });
});

describe('the file type', () => {
  it.each([
    ['a text file', { type: 'text/plain', head: latin('hello') }],
    ['a text file declared as a JPEG', { head: latin('hello') }],
    ['a JPEG declared as a text file', { type: 'text/plain' }],
    ['a HEIC photo', { type: 'image/heic', head: heic }],
    ['a HEIC photo declared as a JPEG', { head: heic }],
    ['a WebP declared as a JPEG', { head: latin('RIFF0000WEBP') }],
  ])('%s is refused because of its type', (_, changes) => {
    expect(reason(changes)).toBe('file_type_refused');
  });

  it('the file type is checked before the size', () => {
    expect(reason({ head: heic, size: 9_000_000 })).toBe('file_type_refused');
    expect(reason({ type: 'video/mp4', size: 9_000_000 })).toBe('file_type_refused');
    expect(reason({ type: 'text/plain', size: 0 })).toBe('file_type_refused');
  });

  it('conversion is tried for photos of other formats and for no other file', () => {
    expect(remedy({ head: heic })).toBe('convert');
    expect(remedy({ head: pdf })).toBeNull();
    expect(remedy({ head: latin('hello') })).toBeNull();
  });
});

describe('the file size', () => {
  it('a file of exactly 5 MiB is refused', () => {
    expect(reason({ size: limits.uploadBytes })).toBe('file_too_large');
  });

  it('a large file with unknown content is refused because of its size', () => {
    expect(reason({ size: limits.uploadBytes, head: new Uint8Array(64) })).toBe('file_too_large');
  });

  it('shrinking is tried for a large photo but not for a large PDF', () => {
    expect(remedy({ size: 6_000_000 })).toBe('shrink');
    expect(remedy({ type: 'application/pdf', head: pdf, size: 6_000_000 })).toBeNull();
  });

  it('an empty file is refused as empty', () => {
    expect(reason({ size: 0, head: new Uint8Array() })).toBe('file_empty');
  });
});
