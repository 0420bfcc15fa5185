import { randomUUID } from 'node:crypto';
import type { SettingMarks } from '@caredrop/contracts';
import { aRecord } from '../../test/support/an-entry.js';
import { toUnlinked } from './to-unlinked.js';

const start = (settings: SettingMarks, source = 'auth') => ({
  id: randomUUID(),
  source,
  record: aRecord({ action: 'service.start', settings }),
});
const [one, two] = ['1111111111111111', '2222222222222222'];

test('a service start with changed settings adds an entry that names the settings', () => {
  const entries = toUnlinked([start({ A: two, B: one, D: one })], () => ({ A: one, B: one, C: one }));
  expect(entries.map(({ action, codes }) => [action, codes])).toEqual([
    ['service.start', []],
    ['settings.change', ['A', 'C', 'D']],
  ]);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(2);
});

test('a first service start and one with unchanged settings add no further entry', () => {
  expect(toUnlinked([start({ A: one })], () => null)).toHaveLength(1);
  expect(toUnlinked([start({ A: one })], () => ({ A: one }))).toHaveLength(1);
});

test('two starts of a service in one batch are compared with each other, separately for each service', () => {
  const arrivals = [start({ A: one }), start({ A: two }, 'token'), start({ A: two })];
  const actions = toUnlinked(arrivals, () => null).map(({ action, source }) => `${source} ${action}`);
  expect(actions).toEqual([
    'auth service.start',
    'token service.start',
    'auth service.start',
    'auth settings.change',
  ]);
});
