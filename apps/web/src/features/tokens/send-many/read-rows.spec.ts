import { describe, expect, it } from '@jest/globals';
import { fileText, isWorkbook } from './file-text.js';
import { readRows } from './read-rows.js';
import { resultsCsv } from './results-csv.js';

const read = (text: string) => readRows(text);
const rowsOf = (text: string) => {
  const result = read(text);
  if ('problem' in result) throw new Error(result.problem);
  return result.rows;
};

describe('readRows', () => {
  it.each([
    ['commas', 'Reference,Phone\nA-1,07700 900123'],
    ['semicolons', 'Reference;Phone\nA-1;07700 900123'],
    ['tabs', 'Reference\tPhone\nA-1\t07700 900123'],
    ['other names and capitals', 'PATIENT REF.;Mobile-No\r\nA-1;07700 900123\r\n'],
    ['quotes', '"Reference","Phone"\n"A-1","07700 900123"'],
  ])('a file with %s is read', (_what, text) => {
    expect(rowsOf(text)).toEqual([{ line: 2, reference: 'A-1', phone: '07700 900123' }]);
  });

  it('known columns are read, and the others are named but not used', () => {
    const text = 'Due,Surname,Initials,Language,Tel,Ref,Template\n30,Bell,AB,pl,07700900123,A-1,Card';
    expect(read(text)).toEqual({
      rows: [
        {
          ...{ line: 2, due: '30', nickname: 'AB', language: 'pl', phone: '07700900123' },
          ...{ reference: 'A-1', template: 'Card' },
        },
      ],
      ignored: ['Surname'],
    });
  });

  it('a file with all seven columns is read', () => {
    const text =
      'Reference,Phone,Email,Language,Nickname,Due,Template\nA-1,07700900123,a@b.example,pl,AB,31/12/2026,Card';
    const contact = { phone: '07700900123', email: 'a@b.example' };
    const rest = { language: 'pl', nickname: 'AB', due: '31/12/2026', template: 'Card' };
    expect(read(text)).toEqual({
      rows: [{ line: 2, reference: 'A-1', ...contact, ...rest }],
      ignored: [],
    });
  });

  it.each(['Email', 'E-mail', 'EMAIL ADDRESS', 'Patient e-mail', 'mail'])(
    'the column %s is read as the address, with or without a column for the phone number',
    (head) => {
      expect(rowsOf(`Ref,${head}\nA-1,a@b.example`)).toEqual([
        { line: 2, reference: 'A-1', email: 'a@b.example' },
      ]);
      expect(rowsOf(`Ref,${head},Tel\nA-1,,07700900123\nA-2,a@b.example,`)).toEqual([
        { line: 2, reference: 'A-1', email: '', phone: '07700900123' },
        { line: 3, reference: 'A-2', email: 'a@b.example', phone: '' },
      ]);
    },
  );

  it('rows are numbered as in a spreadsheet, and empty ones are left out', () => {
    const rows = rowsOf('Reference,Phone\n\nA-1,1\n,\n A-2 ,"2"\n');
    expect(rows.map(({ line, reference }) => [line, reference])).toEqual([
      [3, 'A-1'],
      [5, 'A-2'],
    ]);
  });

  it.each([
    [
      'no column for a number or an address',
      'Reference,Name\nA-1,x',
      { problem: 'missing', column: 'contact' },
    ],
    ['no header', 'A-1,07700900123', { problem: 'missing', column: 'reference' }],
    ['an empty file', '', { problem: 'missing', column: 'reference' }],
    ['two phone columns', 'Reference,Phone,Mobile\nA-1,1,2', { problem: 'twice', column: 'phone' }],
    ['two email columns', 'Reference,Email,E-mail\nA-1,1,2', { problem: 'twice', column: 'email' }],
    ['only a header', 'Reference,Phone\n , \n', { problem: 'empty' }],
    ['501 rows', `Reference,Phone\n${'A,1\n'.repeat(501)}`, { problem: 'rows', count: 501 }],
  ])('a file with %s is reported', (_what, text, problem) => {
    expect(read(text)).toEqual(problem);
  });

  it.each([
    ['text after a quoted word', ',', '"Bob" Smith'],
    ['text after a quoted word', '\t', '"Bob" Smith'],
    ['a quotation mark that is not closed', ',', '"Bob'],
    ['a quotation mark that is not closed', '\t', '"Bob'],
  ])('a file with %s and the separator %j is refused, and the row is named', (_what, separator, name) => {
    const rows = [
      ['Reference', 'Name', 'Phone'],
      ['A-7', '"Eve"', '07700900107'],
      ['A-8', name, '07700900108'],
      ['A-9', 'Sue', '07700900109'],
      ['A-10', '"Ann"', '07700900110'],
    ];
    const text = rows.map((row) => row.join(separator)).join('\r\n');
    expect(read(text)).toEqual({ problem: 'quotes', line: 3 });
  });

  it('quotation marks around a whole cell, doubled ones and ones inside a cell are read', () => {
    const text = 'Reference,Nickname,Phone\n"A-1","the ""boss""",1\nA-2,Bob "B" Smith,2';
    expect(rowsOf(text).map(({ nickname, phone }) => [nickname, phone])).toEqual([
      ['the "boss"', '1'],
      ['Bob "B" Smith', '2'],
    ]);
  });

  it('a cell is truncated to 300 characters', () => {
    expect(rowsOf(`Reference,Phone\n${'x'.repeat(5000)},1`)[0]?.reference).toHaveLength(300);
  });
});

describe('fileText', () => {
  const bytes = (...parts: number[]) => new Uint8Array(parts);

  it('UTF-8 is read with and without a byte-order mark', () => {
    const text = new TextEncoder().encode('Réf');
    expect([fileText(text), fileText(bytes(0xef, 0xbb, 0xbf, ...text))]).toEqual(['Réf', 'Réf']);
  });

  it('Windows-1252, in which Excel saves CSV files, is read', () => {
    expect(fileText(bytes(0x52, 0xe9, 0x66, 0x80))).toBe('Réf€');
  });

  it('UTF-16 is read with a byte-order mark', () => {
    expect(fileText(bytes(0xff, 0xfe, 0x41, 0, 0xe9, 0))).toBe('Aé');
    expect(fileText(bytes(0xfe, 0xff, 0, 0x41, 0, 0xe9))).toBe('Aé');
  });

  it('an Excel workbook is recognised', () => {
    expect([isWorkbook(bytes(0x50, 0x4b, 3, 4)), isWorkbook(bytes(0x52))]).toEqual([true, false]);
  });
});

describe('resultsCsv', () => {
  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx'])(
    'a reference %j does not become a formula in a spreadsheet',
    (reference) => {
      const csv = resultsCsv([{ line: 2, reference, state: 'failed', problem: 'a, "b"' }]);
      expect(csv).toContain(`'${reference}`);
      expect(csv).toContain('"a, ""b"""');
    },
  );

  it('the results contain the link of each row that has one', () => {
    const csv = resultsCsv([{ line: 2, reference: 'A-1', state: 'sent', token: 'T' }]);
    expect(csv.split('\r\n')).toEqual([
      '\ufeffRow,Reference,State,Reason,Email,Email reason,Link',
      `2,A-1,Sent,,,,${window.location.origin}/upload?token=T`,
      '',
    ]);
  });

  it('the results contain the result of a row’s email next to that of its text', () => {
    const row = { line: 2, reference: 'A-1' };
    const csv = resultsCsv([
      { ...row, channels: ['sms', 'email'], state: 'sent', email: { status: 'queued' } },
      { ...row, channels: ['email'], state: 'sent', email: { status: 'failed', problem: '=1+1' } },
    ]);
    expect(csv.split('\r\n').slice(1, 3)).toEqual([
      '2,A-1,Sent,,Email queued,,',
      "2,A-1,By email,,Email not sent,'=1+1,",
    ]);
  });
});
