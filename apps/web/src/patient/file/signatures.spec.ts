import { sniff } from './signatures.js';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const ftyp = (...brands: string[]) =>
  bytes(
    `\0\0\0${String.fromCharCode(16 + 4 * (brands.length - 1))}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`,
  );

describe('the file type detected from the bytes', () => {
  it.each([
    ['\xff\xd8\xff\xe0anything', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['%PDF-1.4 hello', 'application/pdf'],
    ['\xef\xbb\xbf \r\n%PDF-1.7', 'application/pdf'],
    ['GIF89a', 'other image'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'other image'],
    ['RIFF\0\0\0\0WAVEfmt ', 'unknown'],
    ['hello', 'unknown'],
    ['', 'unknown'],
    ['\0\0', 'unknown'],
  ])('the bytes %j are detected as %s', (text, kind) => {
    expect(sniff(bytes(text))).toBe(kind);
  });

  it.each([
    [['heic', 'mif1', 'heic'], 'heic'],
    [['mif1', 'heic'], 'heic'],
    [['msf1', 'hevc'], 'heic'],
    [['avif', 'mif1'], 'other image'],
    [['mif1', 'avif'], 'other image'],
    [['isom', 'mp42'], 'unknown'],
  ])('a container with the brands %p is detected as %s', (brands, kind) => {
    expect(sniff(ftyp(...brands))).toBe(kind);
  });

  it('a truncated container is detected without an error', () => {
    expect(sniff(bytes('\0\0\0\x20ftypheic'))).toBe('heic');
  });
});
