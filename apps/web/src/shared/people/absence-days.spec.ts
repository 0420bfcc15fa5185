import { absenceText, dayValue, instantsOf, lastDay } from './absence-days.js';

const person = { id: '1', firstName: 'Ana', lastName: 'Li' };
const cover = { id: '2', firstName: 'Ben', lastName: 'Okafor' };

test('an absence lasts from the beginning of its first day to the end of its last one', () => {
  const { startsAt, endsAt } = instantsOf({ from: '2026-12-01', until: '2026-12-03' });
  expect(new Date(startsAt)).toEqual(new Date(2026, 11, 1));
  expect(new Date(endsAt)).toEqual(new Date(2026, 11, 4));
  expect(lastDay({ endsAt })).toBe('3 Dec 2026');
  expect(dayValue(new Date(2026, 0, 9).getTime())).toBe('2026-01-09');
});

test.each([
  [true, 'Away until 3 Dec 2026, cover by Ben Okafor'],
  [false, 'Away from 1 Dec 2026 until 3 Dec 2026, cover by Ben Okafor'],
])('an absence (running: %s) is described as: %s', (running, text) => {
  const days = instantsOf({ from: '2026-12-01', until: '2026-12-03' });
  expect(absenceText({ id: '3', user: person, cover, running, ...days })).toBe(text);
});
