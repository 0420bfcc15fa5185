import { eventually } from './eventually.js';

test('eventually() returns the result of its check once it passes', async () => {
  let tries = 0;
  const check = (): number => {
    tries += 1;
    if (tries < 3) throw new Error('not yet');
    return tries;
  };
  await expect(eventually(check, 1_000, 1)).resolves.toBe(3);
});

test('eventually() rejects with the last error of its check', async () => {
  let tries = 0;
  const check = (): never => {
    tries += 1;
    throw new Error(`try ${String(tries)} failed`);
  };
  await expect(eventually(check, 20, 1)).rejects.toThrow(/^try \d+ failed$/);
  expect(tries).toBeGreaterThan(1);
});
