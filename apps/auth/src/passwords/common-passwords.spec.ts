import { rulesFor } from './common-passwords.js';

describe('rulesFor', () => {
  it('has no list at the default length', async () => {
    expect(await rulesFor(6)).toEqual({ min: 6, common: new Set() });
  });

  it('has a real list once the length is raised', async () => {
    const { min, common } = await rulesFor(8);
    expect(min).toBe(8);
    expect(common.size).toBeGreaterThan(10_000);
    for (const password of ['password', 'iloveyou', 'qwertyuiop']) expect(common.has(password)).toBe(true);
  });
});
