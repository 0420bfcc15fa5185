import { CannotOpen, KeyRing } from './key-ring.js';

const keys = { k1: Buffer.alloc(32, 1), k2: Buffer.alloc(32, 2) };
const old = new KeyRing({ current: 'k1', keys: { k1: keys.k1 } });
const rotated = new KeyRing({ current: 'k2', keys });
const plain = Buffer.from('a link');

describe('KeyRing', () => {
  it('a sealed value can be opened for its own row', () => {
    expect(old.open(old.seal(plain, 'row-1'), 'row-1')).toEqual(plain);
  });

  it('sealing a value twice gives different bytes', () => {
    expect(Buffer.from(old.seal(plain, 'row-1').bytes)).not.toEqual(
      Buffer.from(old.seal(plain, 'row-1').bytes),
    );
  });

  it('a sealed value cannot be opened for another row', () => {
    expect(() => old.open(old.seal(plain, 'row-1'), 'row-2')).toThrow(CannotOpen);
  });

  it.each([0, 12, 20])('a flipped bit at byte %i of a sealed value is detected', (position) => {
    const sealed = old.seal(plain, 'row-1');
    sealed.bytes[position] = (sealed.bytes[position] ?? 0) ^ 1;
    expect(() => old.open(sealed, 'row-1')).toThrow(CannotOpen);
  });

  it('values are sealed with the current key, and values under older keys can still be opened', () => {
    expect(rotated.seal(plain, 'row-1').keyId).toBe('k2');
    expect(rotated.open(old.seal(plain, 'row-1'), 'row-1')).toEqual(plain);
  });

  it('opening a value whose key is missing names that key', () => {
    const forgotten = new KeyRing({ current: 'k2', keys: { k2: keys.k2 } });
    expect(() => forgotten.open(old.seal(plain, 'row-1'), 'row-1')).toThrow('key k1 is not in the key ring');
  });

  it('a sealed value that is too short cannot be opened', () => {
    expect(() => old.open({ keyId: 'k1', bytes: new Uint8Array(10) }, 'row-1')).toThrow(CannotOpen);
  });
});
