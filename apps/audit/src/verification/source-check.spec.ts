import { randomUUID } from 'node:crypto';
import { anEntry } from '../../test/support/an-entry.js';
import { EMPTY, linkEntries } from '../chain/link-entries.js';
import { SourceCheck } from './source-check.js';

const stream = randomUUID();
const hourAgo = new Date(Date.now() - 3_600_000);

function faultsOf(numbers: (number | null)[], { pruned = false, recordedAt = hourAgo } = {}) {
  const entries = numbers.map((number) => ({
    ...anEntry(),
    sequence: number === null ? null : { stream, number },
  }));
  const check = new SourceCheck(pruned);
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

test('a stream may begin with any number once older entries have been pruned', () => {
  expect(faultsOf([40, 39, 41, 43], { pruned: true })).toEqual([['missing', 'record 42']]);
});

test('a recent gap in the record numbers is not reported yet', () => {
  expect(faultsOf([1, 3], { recordedAt: new Date() })).toEqual([]);
});

test('streams with the same id from two sources are checked separately', () => {
  const check = new SourceCheck(false);
  const entries = ['token', 'document'].map((source) => ({
    ...anEntry(),
    source,
    sequence: { stream, number: 1 },
  }));
  for (const entry of linkEntries(EMPTY, entries, hourAgo)) check.add(entry);
  expect(check.faults()).toEqual([]);
});

test('audit entries without a record number are counted', () => {
  const check = new SourceCheck(false);
  for (const entry of linkEntries(EMPTY, [anEntry(), anEntry()], hourAgo)) check.add(entry);
  expect(check.unnumbered).toBe(2);
});
