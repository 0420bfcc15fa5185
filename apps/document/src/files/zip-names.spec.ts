import { ZipNames } from './zip-names.js';

const name = (ref: string, file: string) => new ZipNames().next(ref, file);

describe('ZipNames', () => {
  it('a document is placed in a folder named after its patient reference', () => {
    expect(name('P-1', 'scan.pdf')).toBe('P-1/scan.pdf');
  });

  it('the name of a document in a request also contains its position and label, so that sorting by name keeps the order', () => {
    const names = new ZipNames();
    const named = (position: number, label: string) => names.next('P-1', 'scan.pdf', { position, label });
    expect([named(2, 'Referral: letter/2'), named(10, 'Photo')]).toEqual([
      'P-1/02 Referral_ letter_2 - scan.pdf',
      'P-1/10 Photo - scan.pdf',
    ]);
  });

  it('a name with a label is shortened to what file systems allow, keeps its extension and stays unique', () => {
    const names = new ZipNames();
    const item = { position: 2, label: 'é'.repeat(60) };
    const named = [1, 2].map(() => names.next('P-1', `${'ß'.repeat(118)}.pdf`, item).slice('P-1/'.length));
    expect(named[0]).toMatch(/^02 é+ - ß+\.pdf$/);
    expect(named[1]).toMatch(/^02 é+ - ß+ \(2\)\.pdf$/);
    for (const one of named) expect(Buffer.byteLength(one)).toBeLessThanOrEqual(255);
  });

  it('file names in a zip folder are unique regardless of case', () => {
    const names = new ZipNames();
    expect(['scan.pdf', 'SCAN.pdf', 'scan.pdf'].map((file) => names.next('P-1', file))).toEqual([
      'P-1/scan.pdf',
      'P-1/SCAN (2).pdf',
      'P-1/scan (3).pdf',
    ]);
    expect(names.next('P-2', 'scan.pdf')).toBe('P-2/scan.pdf');
  });

  it.each([
    ['../..', 'a.pdf', '_/a.pdf'],
    ['a/b\\c', 'a.pdf', 'a_b_c/a.pdf'],
    ['C:', 'x"y".pdf', 'C_/x_y_.pdf'],
    ['CON', 'nul.pdf', '_CON/_nul.pdf'],
    ['', 'a.pdf', '_/a.pdf'],
    ['Ä 1', '📄.pdf', 'Ä 1/📄.pdf'],
  ])('the reference %j and the file name %j become a safe path in the zip', (ref, file, expected) => {
    expect(name(ref, file)).toBe(expected);
  });
});
