import { sendingLimits, type SendingRow } from '@caredrop/contracts';
import { parse } from 'papaparse';

type ColumnName = 'reference' | 'phone' | 'email' | 'language' | 'nickname' | 'due' | 'template';

/** Accepted header names, reduced to their letters in lower case. */
const names: Record<ColumnName, string[]> = {
  reference: [
    ...[
      'reference',
      'ref',
      'patientreference',
      'patientreferenceid',
      'patientref',
      'patientrefid',
      'patientid',
    ],
    ...['nhsnumber', 'hospitalnumber', 'mrn'],
  ],
  phone: [
    ...['phone', 'phonenumber', 'phoneno', 'mobile', 'mobilenumber', 'mobileno', 'mobilephone', 'cellphone'],
    ...['telephone', 'telephonenumber', 'tel'],
  ],
  email: ['email', 'emailaddress', 'mail', 'mailaddress', 'patientemail', 'patientemailaddress'],
  language: ['language', 'preferredlanguage', 'lang'],
  nickname: ['nickname', 'initials', 'nicknameinitials'],
  due: [
    'due',
    'duedate',
    'dueday',
    'deadline',
    'expires',
    'expiry',
    'expirydate',
    'expirydays',
    'days',
    'validuntil',
  ],
  template: ['template', 'requesttemplate'],
};
const columns = Object.keys(names) as ColumnName[];

export type ReadFile =
  | { rows: SendingRow[]; ignored: string[] }
  | { problem: 'empty' }
  | { problem: 'rows'; count: number }
  | { problem: 'quotes'; line: number }
  | { problem: 'missing' | 'twice'; column: ColumnName | 'contact' };

/**
 * Reads the rows of a CSV file whose first row names the columns, separated by commas, semicolons or tabs. Refuses a
 * file with a cell that begins with a quotation mark but is not enclosed in a pair: the cell would include the rows
 * after it.
 */
export function readRows(text: string): ReadFile {
  const { data, errors } = parse<string[]>(text, { delimiter: separatorOf(text) });
  const badQuotes = errors.find(({ type }) => type === 'Quotes');
  // The header is row 1, as a spreadsheet numbers it.
  if (badQuotes) return { problem: 'quotes', line: (badQuotes.row ?? 0) + 1 };
  const [head = [], ...body] = data;
  const found = head.map(columnOf);
  for (const column of columns) {
    const times = found.filter((name) => name === column).length;
    if (times > 1) return { problem: 'twice', column };
  }
  if (!found.includes('reference')) return { problem: 'missing', column: 'reference' };
  if (!found.includes('phone') && !found.includes('email')) return { problem: 'missing', column: 'contact' };
  const filled = body
    .map((cells, index) => ({ cells, line: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) return { problem: 'empty' };
  if (filled.length > sendingLimits.rowsMax) return { problem: 'rows', count: filled.length };
  const rows = filled.map(({ cells, line }) => ({ line, ...valuesOf(cells, found) }));
  const ignored = head.filter((name, index) => found[index] === null && name.trim() !== '');
  return { rows, ignored };
}

/** The separator that the header uses most; papaparse would also count the other rows, whose cells may have commas. */
function separatorOf(text: string): string {
  const [head = ''] = text.split(/[\r\n]/, 1);
  const uses = (separator: string) => head.split(separator).length;
  return [',', ';', '\t'].reduce((most, next) => (uses(next) > uses(most) ? next : most));
}

function columnOf(head: string): ColumnName | null {
  const name = head.toLowerCase().replaceAll(/[^a-z]/g, '');
  return columns.find((column) => names[column].includes(name)) ?? null;
}

function valuesOf(cells: string[], found: (ColumnName | null)[]): Partial<Record<ColumnName, string>> {
  const values = cells.flatMap((cell, index) => {
    const column = found[index];
    return column ? [[column, cell.trim().slice(0, sendingLimits.cellMax)] as const] : [];
  });
  return Object.fromEntries(values);
}
