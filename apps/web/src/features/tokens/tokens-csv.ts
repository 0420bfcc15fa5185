import type { Token } from '@caredrop/contracts';
import { uploadLink } from '../../shared/config/paths.js';
import { utcDate } from '../../shared/lib/format.js';

const csvHead = 'Token,Patient Ref ID,Expiry Date,URL';

/** Quotes only where the value needs them. */
const field = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** A spreadsheet would evaluate text that begins like a formula; only references can (tokens are base62). */
const harmless = (value: string) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);

const line = (token: Token) =>
  [
    token.token,
    field(harmless(token.patient_ref_id)),
    utcDate(new Date(token.expires_at)),
    uploadLink(token.token),
  ].join(',');

/** The export of a bulk batch: a header, and a line per token, without a byte-order mark. */
export const tokensCsv = (tokens: Token[]) => [csvHead, ...tokens.map(line), ''].join('\r\n');

export const tokensCsvName = (now: Date) => `tokens-${utcDate(now)}.csv`;
