import { pauseAfter } from './renewal-job.js';

it('the pause doubles after each failed round, up to a quarter of an hour, and a success resets it', () => {
  expect([0, 1, 2, 20].map((failures) => pauseAfter(failures, 5_000))).toEqual([
    undefined,
    { inMs: 10_000 },
    { inMs: 20_000 },
    { inMs: 900_000 },
  ]);
});
