import type { SendingResults } from '@caredrop/contracts';
import { uploadLink } from '../../../shared/config/paths.js';
import { csvCell } from '../../../shared/lib/csv.js';
import { utcDate } from '../../../shared/lib/format.js';
import { copy } from './copy.js';

/** With a byte-order mark, without which Excel would garble references that are not plain ASCII. */
export function resultsCsv(rows: SendingResults['rows']): string {
  const lines = rows.map(({ line, reference, state, problem = '', token }) =>
    [
      String(line),
      csvCell(reference),
      csvCell(copy.job.rowStates[state]),
      csvCell(problem),
      token ? uploadLink(token) : '',
    ].join(','),
  );
  return `\ufeff${[copy.csv.head, ...lines, ''].join('\r\n')}`;
}

export const resultsCsvName = (now: Date): string => copy.csv.name(utcDate(now));
