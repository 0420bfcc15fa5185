import fc from 'fast-check';
import { deliveredName, storedName } from './file-name.js';

const pdf = 'application/pdf' as const;

describe('storedName', () => {
  it.each([
    ['results.pdf', 'results.pdf'],
    ['Blood test (März) №1.pdf', 'Blood test (März) №1.pdf'],
    ['📄 scan 👩‍⚕️.pdf', '📄 scan 👩‍⚕️.pdf'],
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\me\\scan.pdf', 'scan.pdf'],
    ['.htaccess.pdf', 'htaccess.pdf'],
    ['-rf.pdf', 'rf.pdf'],
    ['a\u0000b\r\n\u001b[31m.pdf', 'ab[31m.pdf'],
    ['a\u007fb\u0080c\u009f.pdf', 'abc.pdf'],
    ['invoice\u202Efdp.exe.pdf', 'invoicefdp.exe.pdf'],
    ['scan.pdf\u200b\u200d. ', 'scan.pdf'],
    ['re\u2800p\u3164ort\u034f.pdf', 'report.pdf'],
    ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
    ['CON.pdf', '_CON.pdf'],
    ['com\u00b9 .tar.pdf', '_com\u00b9 .tar.pdf'],
    ['letter.pdf:run.exe.pdf', 'letter.pdf_run.exe.pdf'],
    ['say %22hi%22.pdf', 'say "hi".pdf'],
    ['trailing. . .', 'trailing.pdf'],
    ['letter', 'letter.pdf'],
    ['report.v2', 'report.v2.pdf'],
    ['scan.PDF', 'scan.PDF'],
    ['a   b.pdf', 'a b.pdf'],
    ['', 'document.pdf'],
    ['...', 'document.pdf'],
    ['.pdf', 'pdf.pdf'],
    [`a${'\u0301'.repeat(300)}.pdf`, 'document.pdf'],
  ])('the file name %j is stored as %j', (given, expected) => {
    expect(storedName(given, pdf)).toBe(expected);
  });

  it('a 300-character name is cut to 200 characters and keeps its extension', () => {
    const name = storedName(`${'x'.repeat(300)}.pdf`, pdf);
    expect(name).toHaveLength(200);
    expect(name.endsWith('x.pdf')).toBe(true);
  });

  it('a name of emoji is cut between characters and to at most 240 bytes', () => {
    const name = storedName(`${'👍🏽'.repeat(120)}.png`, 'image/png');
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
    expect(name).toMatch(/^(👍🏽)+\.png$/u);
  });

  it('a stored name is never empty, hidden or too long and has no path and no control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
        const name = storedName(given, pdf);
        expect(name).not.toBe('');
        expect(name.length).toBeLessThanOrEqual(200);

        expect(name).not.toMatch(/[/\\\u0000-\u001f\u007f-\u009f\u202a-\u202e]/u);
        expect(name).not.toMatch(/^[.\s-]/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
        expect(name.toLowerCase().endsWith('.pdf')).toBe(true);
        expect(deliveredName(name, pdf)).toBe(name);
      }),
    );
  });

  it('a stored name keeps any common extension of its type', () => {
    expect(storedName('photo.jpeg', 'image/jpeg')).toBe('photo.jpeg');
    expect(storedName('photo.JFIF', 'image/jpeg')).toBe('photo.JFIF');
    expect(storedName('photo.png', 'image/jpeg')).toBe('photo.png.jpg');
  });
});

describe('deliveredName', () => {
  it.each(['scan.bat', 'letter.hta', 'photo.exe', 'result.lnk', 'report.html', 'x.foo'])(
    'a delivered name ends with the extension of the file’s type, even if stored as %s',
    (stored) => {
      expect(deliveredName(stored, 'application/pdf')).toBe(`${stored}.pdf`);
      expect(deliveredName(stored, 'image/png')).toBe(`${stored}.png`);
    },
  );

  it('a file whose type is not accepted is delivered as .bin', () => {
    expect(deliveredName('page.html', 'text/html')).toBe('page.html.bin');
    expect(deliveredName('page.html', 'constructor')).toBe('page.html.bin');
  });
});
