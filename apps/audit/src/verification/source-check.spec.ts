import { randomUUID } from 'node:crypto';
import { anEntry } from '../../test/support/an-entry.js';
import { EMPTY, linkEntries, type Unlinked } from '../chain/link-entries.js';
import { SourceCheck } from './source-check.js';

const stream = randomUUID();
const hourAgo = new Date(Date.now() - 3_600_000);

function faultsOf(numbers: (number | null)[], recordedAt = hourAgo) {
  const entries = numbers.map((number) => ({
    ...anEntry(),
    sequence: number === null ? null : { stream, number },
  }));
  return faultsIn(new SourceCheck(null), entries, recordedAt);
}

/** The faults of a store whose last pruned entry had entered the chain at noon; `records`: number and time written. */
function faultsAfterPruning(records: string[]) {
  const entries = records.map((record) => {
    const [number, time] = record.split(' at ');
    const at = `2026-11-20T${time}:00.000Z`;
    return { ...anEntry({ at }), sequence: { stream, number: Number(number) } };
  });
  return faultsIn(new SourceCheck('2026-11-20T12:00:00.000Z'), entries, hourAgo);
}

function faultsIn(check: SourceCheck, entries: Unlinked[], recordedAt: Date) {
  for (const entry of linkEntries(EMPTY, entries, recordedAt)) check.add(entry);
  return check.faults().map(({ kind, text }) => [kind, /records? [\d to]*\d|number \d+/.exec(text)?.[0]]);
}

test.each<[string, (number | null)[], unknown[]]>([
  ['records in order', [1, 2, 3], []],
  ['records out of order', [3, 1, 2, 5, 4], []],
  ['records of earlier versions, without numbers', [null, null, 1, 2], []],
  ['the first record is missing', [2, 3], [['missing', 'record 1']]],
  [
    'records in the middle are missing',
    [1, 2, 6, 8],
    [
      ['missing', 'records 3 to 5'],
      ['missing', 'record 7'],
    ],
  ],
  ['a record appears twice', [1, 2, 2], [['repeated', 'number 2']]],
  [
    'a record after a gap appears twice',
    [1, 3, 3],
    [
      ['missing', 'record 2'],
      ['repeated', 'number 3'],
    ],
  ],
])('the record numbers of a service are checked for gaps and repeats: %s', (_what, numbers, expected) => {
  expect(faultsOf(numbers)).toEqual(expected);
});

test.each<[string, string[], unknown[]]>([
  [
    'a stream may begin with any number',
    ['40 at 13:00', '39 at 13:00', '41 at 13:00', '43 at 13:00'],
    [['missing', 'record 42']],
  ],
  [
    'a number after a delayed record is not missing',
    ['38 at 11:00', '40 at 12:10', '42 at 13:00', '44 at 13:00'],
    [['missing', 'record 43']],
  ],
  ['a record whose clock was behind is not missing', ['42 at 12:14', '41 at 12:16', '43 at 13:00'], []],
  [
    'a delayed record that appears twice is reported',
    ['38 at 11:00', '38 at 11:00', '42 at 13:00'],
    [['repeated', 'number 38']],
  ],
])('once older entries have been pruned: %s', (_what, records, expected) => {
  expect(faultsAfterPruning(records)).toEqual(expected);
});

test('a recent gap in the record numbers is not reported yet', () => {
  expect(faultsOf([1, 3], new Date())).toEqual([]);
});

test('streams with the same id from two sources are checked separately', () => {
  const check = new SourceCheck(null);
  const entries = ['token', 'document'].map((source) => ({
    ...anEntry(),
    source,
    sequence: { stream, number: 1 },
  }));
  for (const entry of linkEntries(EMPTY, entries, hourAgo)) check.add(entry);
  expect(check.faults()).toEqual([]);
});

test('audit entries without a record number are counted', () => {
  const check = new SourceCheck(null);
  for (const entry of linkEntries(EMPTY, [anEntry(), anEntry()], hourAgo)) check.add(entry);
  expect(check.unnumbered).toBe(2);
});
