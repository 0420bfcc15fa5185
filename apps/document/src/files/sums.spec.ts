import { createHash, randomBytes } from 'node:crypto';
import { Sums } from './sums.js';

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

describe('Sums', () => {
  it.each([0, 1, 256 * 1024 - 1, 256 * 1024, 5_000_000])(
    'are those of the bytes as they were when begun, of %i bytes',
    async (size) => {
      const bytes = randomBytes(size);
      const expected = sha256(bytes);
      const coming = await new Sums().begin(bytes);
      bytes.fill(0);
      expect(await coming.sha256).toEqual(expected);
    },
  );

  it('come for all of many at once, each its own', async () => {
    const sums = new Sums();
    const files = Array.from({ length: 12 }, () => randomBytes(300_000));
    const made = await Promise.all(files.map(async (file) => (await sums.begin(file)).sha256));
    expect(made).toEqual(files.map(sha256));
  });
});
