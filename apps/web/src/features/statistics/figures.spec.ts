import { expect, it } from '@jest/globals';
import { groupName, isPeriod, share, withinWords } from './figures.js';

it.each([
  [60, '1 minute'],
  [3_540, '59 minutes'],
  [3_600, '1 hour'],
  [169_200, '47 hours'],
  [172_800, '2 days'],
  [345_600, '4 days'],
])('%i seconds are shown as %s', (seconds, words) => {
  expect(withinWords(seconds)).toBe(words);
});

it.each([
  ['language', { key: 'pl' }, 'Polish (Polski)'],
  ['language', { key: null }, 'None chosen'],
  ['channel', { key: 'hand' }, 'Given without either'],
  ['reminders', { key: '0' }, 'No reminder'],
  ['reminders', { key: '2' }, '2 reminders'],
  ['template', { key: 'x', template: 'Wound photo' }, 'Wound photo'],
  ['template', { key: null }, 'No template'],
  ['clinician', { key: 'x', user: { firstName: 'Ana', lastName: 'Berg' } }, 'Ana Berg'],
  ['clinician', { key: 'x' }, 'Name not known'],
] as const)('grouped by %s, the group %j is named %s', (by, group, name) => {
  expect(groupName(group, by)).toBe(name);
});

it.each([
  ['2026-10-01', '2026-10-31', true],
  ['2026-10-31', '2026-10-31', true],
  ['2026-11-01', '2026-10-31', false],
  ['2024-01-01', '2024-12-31', true],
  ['2024-01-01', '2025-01-01', false],
  ['0202-10-01', '', false],
  ['', '2026-10-31', true],
])('the days from %s to %s are valid: %s', (from, to, valid) => {
  expect(isPeriod(from, to)).toBe(valid);
});

it('a share is shown as a whole percentage, or left blank if the total is zero', () => {
  expect([share(1, 3), share(0, 0)]).toEqual(['33 %', '']);
});
