import { limits } from '@caredrop/contracts/limits';
import { messages } from '@caredrop/contracts/messages';
import { findProblem, type FileFacts } from './file-rules.js';

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const jpeg = latin('\xff\xd8\xff\xe0');
const png = latin('\x89PNG\r\n\x1a\n');
const pdf = latin('%PDF-1.7');
const heic = latin('\0\0\0\x18ftypheic\0\0\0\0mif1heic');

const photo = (changes: Partial<FileFacts> = {}): FileFacts => ({
  name: 'photo.jpg',
  type: 'image/jpeg',
  size: 1000,
  head: jpeg,
  ...changes,
});
const sentence = (changes: Partial<FileFacts>) => findProblem(photo(changes))?.message ?? null;
const remedy = (changes: Partial<FileFacts>) => findProblem(photo(changes))?.remedy ?? null;

describe('a file that may be sent', () => {
  it.each([
    ['a JPEG', {}],
    ['a PNG', { name: 'a.png', type: 'image/png', head: png }],
    ['a PDF', { name: 'a.pdf', type: 'application/pdf', head: pdf }],
    ['a JPEG without a declared type', { type: '' }],
    ['a JPEG without an extension', { name: 'photo' }],
    ['a JPEG under an unknown extension', { name: 'photo.part1' }],
    ['a JPEG declared as image/jpg', { type: 'image/jpg' }],
    ['one byte under the limit', { size: limits.uploadBytes - 1 }],
  ])('%s', (_, changes) => {
    expect(findProblem(photo(changes))).toBeNull();
  });
});

describe('the type', () => {
  it.each([
    ['a text file', { name: 'a.txt', type: 'text/plain', head: latin('hello') }],
    ['a text called a JPEG', { head: latin('hello') }],
    ['a PDF called a JPEG', { head: pdf }],
    ['a JPEG with the extension of a PDF', { name: 'a.pdf' }],
    ['a HEIC photo', { name: 'a.heic', type: 'image/heic', head: heic }],
    ['a HEIC photo called a JPEG', { head: heic }],
    ['a WebP called a JPEG', { head: latin('RIFF0000WEBP') }],
  ])('is refused for %s', (_, changes) => {
    expect(sentence(changes)).toBe(messages.upload.typeRefused);
  });

  it('comes before the size', () => {
    expect(sentence({ head: heic, size: 9_000_000 })).toBe(messages.upload.typeRefused);
    expect(sentence({ type: 'video/mp4', size: 9_000_000 })).toBe(messages.upload.typeRefused);
    expect(sentence({ type: 'text/plain', size: 0 })).toBe(messages.upload.typeRefused);
  });

  it('offers to convert what is a photo, and nothing else', () => {
    expect(remedy({ head: heic })).toBe('convert');
    expect(remedy({ name: 'a.heic', type: 'image/heic', head: jpeg })).toBe('convert');
    expect(remedy({ head: pdf })).toBeNull();
    expect(remedy({ head: latin('hello') })).toBeNull();
  });
});

describe('the size', () => {
  it('is refused at exactly 5 MiB', () => {
    expect(sentence({ size: limits.uploadBytes })).toBe(messages.upload.tooLarge);
  });

  it('is what is said of a large file whose bytes show nothing', () => {
    expect(sentence({ size: limits.uploadBytes, head: new Uint8Array(64) })).toBe(messages.upload.tooLarge);
  });

  it('offers to make a photo smaller, and no PDF', () => {
    expect(remedy({ size: 6_000_000 })).toBe('shrink');
    expect(remedy({ name: 'a.pdf', type: 'application/pdf', head: pdf, size: 6_000_000 })).toBeNull();
  });

  it('of nothing is named for what it is', () => {
    expect(sentence({ size: 0, head: new Uint8Array() })).toBe(messages.upload.empty);
  });
});
