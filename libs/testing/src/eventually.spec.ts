import { eventually } from './eventually.js';

test('answers what the check answers once it passes', async () => {
  let tries = 0;
  const check = (): number => {
    tries += 1;
    if (tries < 3) throw new Error('not yet');
    return tries;
  };
  await expect(eventually(check, 1_000, 1)).resolves.toBe(3);
});

test('fails with the last error, not with a time-out', async () => {
  let tries = 0;
  const check = (): never => {
    tries += 1;
    throw new Error(`try ${String(tries)} failed`);
  };
  await expect(eventually(check, 20, 1)).rejects.toThrow(/^try \d+ failed$/);
  expect(tries).toBeGreaterThan(1);
});
