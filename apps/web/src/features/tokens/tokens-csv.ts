import type { Token } from '@caredrop/contracts';
import { uploadLink } from '../../shared/config/paths.js';
import { csvCell } from '../../shared/lib/csv.js';
import { utcDate } from '../../shared/lib/format.js';

const csvHead = 'Token,Patient Ref ID,Expiry Date,URL';

const line = (token: Token) =>
  [
    token.token,
    csvCell(token.patient_ref_id),
    utcDate(new Date(token.expires_at)),
    uploadLink(token.token),
  ].join(',');

/** The CSV file of tokens created in bulk: a header and one line per token, without a byte-order mark. */
export const tokensCsv = (tokens: Token[]) => [csvHead, ...tokens.map(line), ''].join('\r\n');

export const tokensCsvName = (now: Date) => `tokens-${utcDate(now)}.csv`;
