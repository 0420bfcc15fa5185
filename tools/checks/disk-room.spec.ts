import { judgeRoom } from '../doctor/room.ts';

const GIB = 1024 ** 3;

it.each([
  [60 * GIB, 100 * GIB, 'ok'],
  [3 * GIB, 250 * GIB, 'warning'],
  [1 * GIB, 10 * GIB, 'warning'],
  [GIB / 4, 10 * GIB, 'wrong'],
])('a disk with %d bytes free of %d is %s', (free, whole, state) => {
  expect(judgeRoom(free, whole)).toMatchObject({ state, about: 'Disk' });
});
