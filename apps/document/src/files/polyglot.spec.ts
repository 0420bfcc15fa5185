import { randomBytes } from 'node:crypto';
import { pdfBy } from '@caredrop/testing/pdfs';
import { aJpeg, aPng, chunk, segment, SOI } from '../../test/support/pictures.js';
import { isPolyglot } from './polyglot.js';

const archive = Buffer.concat([
  Buffer.from('PK\x03\x04', 'latin1'),
  Buffer.alloc(60),
  Buffer.from('PK\x01\x02', 'latin1'),
  Buffer.alloc(60),
  Buffer.from('PK\x05\x06', 'latin1'),
  Buffer.alloc(18),
]);
const [jpeg, png] = [aJpeg(), aPng()];
const asJpeg = (file: Buffer) => isPolyglot(file, 'image/jpeg');
const asPng = (file: Buffer) => isPolyglot(file, 'image/png');
const behind = (what: string | Buffer) => Buffer.concat([jpeg, Buffer.from(what as string, 'latin1')]);

describe('isPolyglot', () => {
  it.each([
    ['an archive', archive],
    ['an archive with a comment', Buffer.concat([archive, Buffer.alloc(60_000, 0x20)])],
    ['a PDF', pdfBy({})],
    ['a page', '<!DOCTYPE html><html><script>alert(1)</script>'],
    ['a page after spaces', '\n\n  <HTML >'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="x()">'],
    ['a server-side script', '<?php system($_GET[0]); ?>'],
    ['a GIF', 'GIF89a...'],
    ['a program for Windows', `MZ${'\x90'.repeat(70)}`],
    ['a program for Linux', '\x7fELF...'],
    ['a program for Java', '\xca\xfe\xba\xbe...'],
    ['another archive', 'Rar!\x1a\x07...'],
  ])('a polyglot is detected: %s appended to a picture', (_what, rest) => {
    expect(asJpeg(behind(rest))).toBe(true);
    expect(asPng(Buffer.concat([png, Buffer.from(rest as string, 'latin1')]))).toBe(true);
  });

  it('a polyglot is detected: a PDF or an archive inside a picture', () => {
    const pdf = segment(0xfe, pdfBy({}));
    expect(asJpeg(Buffer.concat([SOI, pdf, jpeg.subarray(2)]))).toBe(true);
    expect(asJpeg(Buffer.concat([SOI, segment(0xe5, archive), jpeg.subarray(2)]))).toBe(true);
    expect(asPng(aPng({ width: 1, height: 1 }, chunk('tEXt', pdfBy({}))))).toBe(true);
  });

  it('a polyglot is detected: an archive appended to a PDF', () => {
    expect(isPolyglot(Buffer.concat([pdfBy({}), archive]), 'application/pdf')).toBe(true);
    expect(isPolyglot(pdfBy({ objects: ['(PK, <html>, GIF89a)'] }), 'application/pdf')).toBe(false);
  });

  it('data that phones append to their pictures is not a polyglot', () => {
    const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), randomBytes(100_000)]);
    for (const rest of ['', Buffer.alloc(1_000), film, jpeg, 'SEFHe\0\0\0 Image_UTC_Data'])
      expect(asJpeg(behind(rest))).toBe(false);
    expect(
      asJpeg(
        Buffer.concat([SOI, segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>'), jpeg.subarray(2)]),
      ),
    ).toBe(false);
    expect(asPng(png)).toBe(false);
  });
});
