import { randomBytes, randomUUID } from 'node:crypto';
import { CannotOpen } from '@caredrop/service-kit';
import { ConfiguredDataKeys } from './data-keys.js';

const k1 = randomBytes(32);
const k2 = randomBytes(32);
const old = new ConfiguredDataKeys({ current: 'k1', keys: { k1 } });

describe('ConfiguredDataKeys', () => {
  it('each call creates a new data key that unwraps for its own document only', async () => {
    const documentId = randomUUID();
    const made = await old.create(documentId);
    expect(made.keyId).toBe('k1');
    expect(Buffer.from(made.wrappedKey).includes(made.dataKey)).toBe(false);
    expect(await old.unwrap(made, documentId)).toEqual(made.dataKey);
    await expect(old.unwrap(made, randomUUID())).rejects.toThrow(CannotOpen);
    expect((await old.create(documentId)).dataKey.equals(made.dataKey)).toBe(false);
  });

  it('a data key wrapped by an older key unwraps while that key is in the ring', async () => {
    const documentId = randomUUID();
    const made = await old.create(documentId);
    const rotated = new ConfiguredDataKeys({ current: 'k2', keys: { k1, k2 } });
    expect(await rotated.unwrap(made, documentId)).toEqual(made.dataKey);
    expect((await rotated.create(documentId)).keyId).toBe('k2');
    const retired = new ConfiguredDataKeys({ current: 'k2', keys: { k2 } });
    await expect(retired.unwrap(made, documentId)).rejects.toThrow(CannotOpen);
  });
});
