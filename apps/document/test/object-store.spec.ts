import { randomBytes } from 'node:crypto';
import { newStorageKey } from '../src/storage/storage-key.js';
import { ObjectMissing } from '../src/storage/object-store.js';
import { testStores, type TestStore } from './support/test-stores.js';

describe.each(testStores)('the object store in $name', ({ open }) => {
  let opened: TestStore;
  const store = () => opened.store;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  async function stored(bytes: Buffer): Promise<string> {
    const key = newStorageKey();
    await store().put(key, bytes);
    return key;
  }

  describe('reading a part of an object', () => {
    const bytes = randomBytes(1_000);

    it.each([
      ['at the start', { offset: 0, length: 10 }],
      ['of one byte', { offset: 7, length: 1 }],
      ['in the middle', { offset: 300, length: 400 }],
      ['at the end', { offset: 990, length: 10 }],
      ['that is the whole object', { offset: 0, length: 1_000 }],
    ])('a range %s returns exactly its bytes', async (_where, range) => {
      const key = await stored(bytes);
      const part = await store().get(key, range);
      expect(part).toEqual(bytes.subarray(range.offset, range.offset + range.length));
    });

    it('a range that goes beyond the end returns what there is', async () => {
      const key = await stored(bytes);
      expect(await store().get(key, { offset: 995, length: 100 })).toEqual(bytes.subarray(995));
    });

    it('a range behind the end returns nothing', async () => {
      const key = await stored(bytes);
      expect(await store().get(key, { offset: 1_000, length: 1 })).toHaveLength(0);
    });

    it('a range of an object that does not exist is reported as missing', async () => {
      const read = store().get(newStorageKey(), { offset: 0, length: 1 });
      await expect(read).rejects.toBeInstanceOf(ObjectMissing);
    });
  });
});
