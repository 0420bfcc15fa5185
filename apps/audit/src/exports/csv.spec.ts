import { csvLine, parseCsv } from './csv.js';

test.each([
  ['=HYPERLINK("http://x")'],
  ['+44 7700'],
  ['-1+1'],
  ['@SUM(A1)'],
  ['\tx'],
  ['a "quoted" word'],
  ['one, two'],
  ['two\nlines'],
  [''],
])('the CSV cell %j survives a round trip and does not start a formula', (cell) => {
  const line = csvLine(['first', cell]);
  expect(parseCsv(line)).toEqual([['first', cell]]);
  expect(line.slice('first,'.length)).not.toMatch(/^"?[=+\-@\t]/);
});

test('a CSV file is parsed the same after a spreadsheet has saved it with line feeds and quotes', () => {
  expect(parseCsv('"a","b"\n"1","2"\n')).toEqual(parseCsv('a,b\r\n1,2\r\n'));
});

test('the last line of a CSV file may lack its line break', () => {
  expect(parseCsv('a,b\r\n1,2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});
