import { randomBytes } from 'node:crypto';
import { newStorageKey, STORAGE_ROOT } from '../src/storage/storage-key.js';
import { ObjectMissing } from '../src/storage/object-store.js';
import { all } from './support/all.js';
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

  const everything = async (prefix: string) => all(store().list(prefix));
  const keysOf = async (prefix: string) => (await everything(prefix)).map(({ key }) => key);

  it('a stored object can be read back at once, with the bytes that were written', async () => {
    const bytes = randomBytes(5 * 1024 * 1024);
    const key = await stored(bytes);
    expect(await store().exists(key)).toBe(true);
    expect((await store().get(key, bytes.length)).equals(bytes)).toBe(true);
    expect(await store().get(key, bytes.length + 1)).toHaveLength(bytes.length);
  });

  it('an empty object can be stored and read', async () => {
    expect(await store().get(await stored(Buffer.alloc(0)), 10)).toHaveLength(0);
  });

  it('a read returns no more bytes than its limit', async () => {
    const part = await store().get(await stored(Buffer.from('0123456789')), 4);
    expect('0123'.startsWith(part.toString())).toBe(true);
  });

  it('a second write of a key replaces the object', async () => {
    const key = await stored(Buffer.from('a longer first one'));
    await store().put(key, Buffer.from('second'));
    expect(await store().get(key, 100)).toEqual(Buffer.from('second'));
    expect(await keysOf(STORAGE_ROOT)).toEqual([key]);
  });

  it('an object that does not exist is reported as missing, not as unavailable', async () => {
    await expect(store().get(newStorageKey(), 10)).rejects.toBeInstanceOf(ObjectMissing);
    expect(await store().exists(newStorageKey())).toBe(false);
  });

  it('a deletion removes the object, and a repeated one succeeds', async () => {
    const key = await stored(Buffer.from('x'));
    await store().delete(key);
    await store().delete(key);
    await store().delete(newStorageKey());
    expect(await store().exists(key)).toBe(false);
    expect(await keysOf(STORAGE_ROOT)).toEqual([]);
    await expect(store().get(key, 1)).rejects.toBeInstanceOf(ObjectMissing);
  });

  it('a list contains every object with the prefix, in the order of the keys, with size and time', async () => {
    const keys = await Promise.all(Array.from({ length: 30 }, () => stored(Buffer.from('12345'))));
    expect(await keysOf(STORAGE_ROOT)).toEqual(keys.toSorted());
    const [some = ''] = keys;
    const folder = some.slice(0, -32);
    expect(await keysOf(folder)).toEqual(keys.filter((key) => key.startsWith(folder)).sort());
    const [only] = await everything(some.slice(0, -2));
    expect(only).toMatchObject({ key: some, bytes: 5 });
    expect(Math.abs(Date.now() - (only?.storedAt.getTime() ?? 0))).toBeLessThan(60_000);
    expect(await keysOf('documents/zz')).toEqual([]);
    expect(await keysOf('nothing/')).toEqual([]);
  });

  it('folders that contain objects are listed, and others are not', async () => {
    const [gone, kept] = [await stored(Buffer.from('a')), await stored(Buffer.from('b'))];
    await store().delete(gone);
    const folders = await all(store().folders(STORAGE_ROOT));
    expect(folders).toEqual([kept.slice(0, -32)]);
    expect(await all(store().folders('nothing/'))).toEqual([]);
  });

  it('a new store is ready and has no unfinished writes to remove', async () => {
    expect(await store().removeLeftovers(3_600_000)).toBe(0);
    await expect(store().assertReady()).resolves.toBeUndefined();
  });

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

    it('a range that extends beyond the end returns the bytes up to the end', async () => {
      const key = await stored(bytes);
      expect(await store().get(key, { offset: 995, length: 100 })).toEqual(bytes.subarray(995));
    });

    it('a range that starts after the end returns no bytes', async () => {
      const key = await stored(bytes);
      expect(await store().get(key, { offset: 1_000, length: 1 })).toHaveLength(0);
    });

    it('a range of an object that does not exist is reported as missing', async () => {
      const read = store().get(newStorageKey(), { offset: 0, length: 1 });
      await expect(read).rejects.toBeInstanceOf(ObjectMissing);
    });
  });
});
