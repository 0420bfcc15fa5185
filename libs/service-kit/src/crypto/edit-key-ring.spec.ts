import { addKey, removeKey, useKey, writeKeyRing } from './edit-key-ring.js';
import { keyRingSchema, type KeyRingSettings } from './key-ring-settings.js';

const ring: KeyRingSettings = { current: 'k1', keys: { k1: Buffer.alloc(32, 1) } };

it('a new key is random, has the next number and is not current', () => {
  const added = addKey(ring);
  expect(added.current).toBe('k1');
  expect(Object.keys(added.keys)).toEqual(['k1', 'k2']);
  expect(added.keys.k2).toHaveLength(32);
  expect(added.keys.k2).not.toEqual(addKey(ring).keys.k2);
  expect(() => addKey(ring, 'k1')).toThrow('The key ring already has a key k1');
});

it('the id of a retired key is not used again', () => {
  expect(Object.keys(addKey(ring, undefined, ['k2', 'k7']).keys)).toEqual(['k1', 'k8']);
  expect(() => addKey(ring, 'k2', ['k2'])).toThrow('Key k2 is retired');
  expect(() => useKey(addKey(ring), 'k2', ['k2'])).toThrow('Key k2 is retired');
});

it('an unknown key cannot be made current, and the current key cannot be removed', () => {
  expect(() => useKey(ring, 'k9')).toThrow('The key ring has no key k9; it has k1');
  expect(() => removeKey(ring, 'k1')).toThrow('Key k1 is the current key');
  const after = removeKey(useKey(addKey(ring), 'k2'), 'k1');
  expect([after.current, Object.keys(after.keys)]).toEqual(['k2', ['k2']]);
});

it('a written key ring can be read back', () => {
  const both = addKey(ring);
  expect(keyRingSchema.parse(JSON.parse(writeKeyRing(both)))).toEqual(both);
});
