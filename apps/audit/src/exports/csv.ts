/** First characters that make a spreadsheet read a cell as a formula. */
const formula = /^[=+\-@\t\r]/;
const marked = /^'[=+\-@\t\r]/;

/** RFC 4180. An apostrophe in front keeps a spreadsheet from evaluating a cell that looks like a formula. */
export const csvLine = (cells: string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: string): string {
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Reads the output of {@link csvLine}, also after a spreadsheet has saved it with other line endings or quotes. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? '';
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[index + 1] === '"') cell += text[(index += 1)] ?? '';
      else quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === ',') [row, cell] = [[...row, cell], ''];
    else if (char === '\n') {
      rows.push([...row, cell].map(unmarked));
      [row, cell] = [[], ''];
    } else if (char !== '\r') cell += char;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell].map(unmarked));
  return rows;
}

const unmarked = (cell: string): string => (marked.test(cell) ? cell.slice(1) : cell);
