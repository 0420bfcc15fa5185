import fc from 'fast-check';
import { safeFileName } from './file-name.js';

const pdf = 'application/pdf' as const;

describe('safeFileName', () => {
  it.each([
    ['results.pdf', 'results.pdf'],
    ['Blood test (März) №1.pdf', 'Blood test (März) №1.pdf'],
    ['📄 scan 👩‍⚕️.pdf', '📄 scan 👩‍⚕️.pdf'],
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\me\\scan.pdf', 'scan.pdf'],
    ['.htaccess.pdf', 'htaccess.pdf'],
    ['-rf.pdf', 'rf.pdf'],
    ['a\u0000b\r\n\u001b[31m.pdf', 'ab[31m.pdf'],
    ['invoice\u202Efdp.exe.pdf', 'invoicefdp.exe.pdf'],
    ['say %22hi%22.pdf', 'say "hi".pdf'],
    ['trailing. . .', 'trailing'],
    ['a   b.pdf', 'a b.pdf'],
    ['', 'document.pdf'],
    ['...', 'document.pdf'],
    ['.pdf', 'pdf'],
  ])('%j becomes %j', (given, expected) => {
    expect(safeFileName(given, pdf)).toBe(expected);
  });

  it('cuts a 300-character name and keeps its ending', () => {
    const name = safeFileName(`${'x'.repeat(300)}.pdf`, pdf);
    expect(name).toHaveLength(200);
    expect(name.endsWith('x.pdf')).toBe(true);
  });

  it('cuts emoji between characters and within what file systems take', () => {
    const name = safeFileName(`${'👍🏽'.repeat(120)}.png`, 'image/png');
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
    expect(name).toMatch(/^(👍🏽)+\.png$/u);
  });

  it('never leaves a path, a control character, a hidden file or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
        const name = safeFileName(given, pdf);
        expect(name).not.toBe('');
        expect(name.length).toBeLessThanOrEqual(200);

        expect(name).not.toMatch(/[/\\\u0000-\u001f\u202a-\u202e]/u);
        expect(name).not.toMatch(/^[.\s-]/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
        expect(safeFileName(name, pdf)).toBe(name);
      }),
    );
  });
});
