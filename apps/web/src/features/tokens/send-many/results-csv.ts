import type { SendingResults } from '@caredrop/contracts';
import { uploadLink } from '../../../shared/config/paths.js';
import { csvCell } from '../../../shared/lib/csv.js';
import { utcDate } from '../../../shared/lib/format.js';
import { copy } from './copy.js';
import { stateLabel } from './row-outcome.js';

/** With a byte-order mark, without which Excel would garble references that are not plain ASCII. */
export function resultsCsv(rows: SendingResults['rows']): string {
  const lines = rows.map((row) =>
    [
      String(row.line),
      csvCell(row.reference),
      csvCell(stateLabel(row)),
      csvCell(row.problem ?? ''),
      csvCell(row.email ? copy.job.emailStates[row.email.status] : ''),
      csvCell(row.email?.problem ?? ''),
      row.token ? uploadLink(row.token) : '',
    ].join(','),
  );
  return `\ufeff${[copy.csv.head, ...lines, ''].join('\r\n')}`;
}

export const resultsCsvName = (now: Date): string => copy.csv.name(utcDate(now));
