import { evaluateDiskSpace } from '../doctor/check-disk-space.ts';

const GIB = 1024 ** 3;

it.each([
  [60 * GIB, 100 * GIB, 'ok'],
  [3 * GIB, 250 * GIB, 'warning'],
  [1 * GIB, 10 * GIB, 'warning'],
  [GIB / 4, 10 * GIB, 'failed'],
])('a disk with %d of %d bytes free is %s', (free, whole, state) => {
  expect(evaluateDiskSpace(free, whole)).toMatchObject({ state, component: 'Disk' });
});
