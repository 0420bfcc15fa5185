import { expect, it } from '@jest/globals';
import { aToken } from '../../../test/builders.js';
import { tokensCsv, tokensCsvName } from './tokens-csv.js';

const expires_at = '2027-02-19T23:59:59.000Z';
const row = (patient_ref_id: string) =>
  tokensCsv([aToken({ token: 'abc', expires_at, patient_ref_id })]).split('\r\n')[1];

it('the CSV has a header, a line per token with date and URL, and no byte-order mark', () => {
  expect(tokensCsv([aToken({ token: 'abc', expires_at, patient_ref_id: 'P-001' })])).toBe(
    `Token,Patient Ref ID,Expiry Date,URL\r\nabc,P-001,2027-02-19,${window.location.origin}/upload?token=abc\r\n`,
  );
});

it.each(['=1+1', '+44', '-2', '@SUM(A1)', '\tx'])(
  'a patient reference like %j gets an apostrophe, so that spreadsheets do not evaluate it',
  (reference) => {
    expect(row(reference)).toContain(`,'${reference}`);
  },
);

it('a field with a comma and quotes is quoted', () => {
  expect(row('Smith, "J"')).toContain(',"Smith, ""J""",');
});

it('the CSV file is named after the UTC date', () => {
  expect(tokensCsvName(new Date('2026-11-21T23:59:59.000Z'))).toBe('tokens-2026-11-21.csv');
});
