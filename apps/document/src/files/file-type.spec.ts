import { agreeOnType, sniffType } from './file-type.js';

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pdf = Buffer.from('%PDF-1.4 hello');

describe('sniffType', () => {
  it('sniffType recognises a PNG by its first 8 bytes', () => {
    expect(sniffType(png)).toBe('image/png');
    expect(sniffType(png.subarray(0, 7))).toBeNull();
  });

  it('sniffType recognises a JPEG by its first bytes, whatever follows', () => {
    expect(sniffType(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('anything')]))).toBe(
      'image/jpeg',
    );
  });

  it('sniffType recognises a PDF after up to 1 KiB of white space or a byte order mark, not after text', () => {
    expect(sniffType(Buffer.from(`\r\n \t${pdf.toString()}`))).toBe('application/pdf');
    expect(sniffType(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf]))).toBe('application/pdf');
    expect(sniffType(Buffer.from(`${' '.repeat(1024)}${pdf.toString()}`))).toBe('application/pdf');
    expect(sniffType(Buffer.from(`${' '.repeat(1025)}${pdf.toString()}`))).toBeNull();
    expect(sniffType(Buffer.from(`<html>${pdf.toString()}`))).toBeNull();
  });

  it.each([
    ['HTML', '<!doctype html>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a zip', 'PK\x03\x04'],
    ['a program', 'MZ\x90'],
    ['HEIC', '\0\0\0\x18ftypheic'],
    ['nothing', ''],
  ])('sniffType does not accept %s', (_name, text) => {
    expect(sniffType(Buffer.from(text, 'latin1'))).toBeNull();
  });
});

describe('agreeOnType', () => {
  it.each([
    [jpeg, 'image/jpeg', 'a.jpg', 'image/jpeg'],
    [jpeg, 'image/jpg', 'A.JPEG', 'image/jpeg'],
    [png, 'image/png', 'scan', 'image/png'],
    [pdf, 'application/pdf', 'report.v2', 'application/pdf'],
    [pdf, 'application/octet-stream', 'scan', 'application/pdf'],
    [pdf, '', 'scan.pdf', 'application/pdf'],
    [pdf, 'application/pdf; charset=binary', 'x.pdf', 'application/pdf'],
    [jpeg, 'image/jpeg', 'evil.php.jpg', 'image/jpeg'],
    [jpeg, 'image/pjpeg', 'a.jpg', 'image/jpeg'],
    [png, 'image/x-png', 'a.png', 'image/png'],
    [pdf, 'text/pdf', 'a.pdf', 'application/pdf'],
    [pdf, 'application/x-pdf', 'a.pdf', 'application/pdf'],
    [pdf, 'application/acrobat', 'a.pdf', 'application/pdf'],
    [pdf, 'image/pdf', 'a.pdf', 'application/pdf'],
  ])('agreeOnType accepts bytes, declared type and name that agree (%#)', (bytes, declared, name, type) => {
    expect(agreeOnType(bytes, declared, name)).toBe(type);
  });

  it.each([
    [pdf, 'image/jpeg', 'a.jpg'],
    [pdf, 'application/pdf', 'a.jpg'],
    [jpeg, 'image/png', 'a.jpg'],
    [jpeg, 'image/jpeg', 'a.png'],
    [jpeg, 'image/jpeg', 'a.heic'],
    [pdf, 'text/html', 'a.pdf'],
    [pdf, 'application/pdf', 'a.pdf.exe'],
    [Buffer.from('MZ'), 'application/pdf', 'a.pdf'],
    [jpeg, 'text/pdf', 'a.jpg'],
  ])('agreeOnType rejects bytes, declared type and name that disagree (%#)', (bytes, declared, name) => {
    expect(agreeOnType(bytes, declared, name)).toBeNull();
  });

  it.each([
    'scan.bat.',
    'photo.exe. .',
    'report.html\u200b',
    'result.lnk\u200d',
    'run\u202e.hta',
    'x.PIF\0',
    'a.wsf',
    'a.reg',
    'a.application',
    'a.svgz',
  ])('a PDF is rejected if its cleaned name has the extension of another type: %j', (name) => {
    expect(agreeOnType(pdf, 'application/pdf', name)).toBeNull();
  });

  it.each(['scan.pdf.', 'letter', 'report.v2', 'x.foo', 'scan.pdf\u200b'])(
    'a PDF named %j is accepted',
    (name) => {
      expect(agreeOnType(pdf, 'application/pdf', name)).toBe('application/pdf');
    },
  );
});
