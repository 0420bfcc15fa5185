import { createHash, randomBytes } from 'node:crypto';
import { Digests } from './digests.js';

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

describe('Digests', () => {
  it.each([0, 1, 256 * 1024 - 1, 256 * 1024, 5_000_000])(
    'the hash of a %i-byte file covers its bytes as they were at the start',
    async (size) => {
      const bytes = randomBytes(size);
      const expected = sha256(bytes);
      const coming = await new Digests().begin(bytes);
      bytes.fill(0);
      expect(await coming.sha256).toEqual(expected);
    },
  );

  it('twelve files hashed concurrently each get their own hash', async () => {
    const digests = new Digests();
    const files = Array.from({ length: 12 }, () => randomBytes(300_000));
    const made = await Promise.all(files.map(async (file) => (await digests.begin(file)).sha256));
    expect(made).toEqual(files.map(sha256));
  });
});
