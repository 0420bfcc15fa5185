import { CannotOpen, KeyRing } from './key-ring.js';

const keys = { k1: Buffer.alloc(32, 1), k2: Buffer.alloc(32, 2) };
const old = new KeyRing({ current: 'k1', keys: { k1: keys.k1 } });
const rotated = new KeyRing({ current: 'k2', keys });
const plain = Buffer.from('a link');

describe('KeyRing', () => {
  it('opens what it sealed for the same row', () => {
    expect(old.open(old.seal(plain, 'row-1'), 'row-1')).toEqual(plain);
  });

  it('never seals the same thing twice to the same bytes', () => {
    expect(Buffer.from(old.seal(plain, 'row-1').bytes)).not.toEqual(
      Buffer.from(old.seal(plain, 'row-1').bytes),
    );
  });

  it('does not open what was sealed for another row', () => {
    expect(() => old.open(old.seal(plain, 'row-1'), 'row-2')).toThrow(CannotOpen);
  });

  it.each([0, 12, 20])('notices a flipped bit at byte %i', (position) => {
    const sealed = old.seal(plain, 'row-1');
    sealed.bytes[position] = (sealed.bytes[position] ?? 0) ^ 1;
    expect(() => old.open(sealed, 'row-1')).toThrow(CannotOpen);
  });

  it('seals with the current key and still opens with an older one', () => {
    expect(rotated.seal(plain, 'row-1').keyId).toBe('k2');
    expect(rotated.open(old.seal(plain, 'row-1'), 'row-1')).toEqual(plain);
  });

  it('says which key is gone', () => {
    const forgotten = new KeyRing({ current: 'k2', keys: { k2: keys.k2 } });
    expect(() => forgotten.open(old.seal(plain, 'row-1'), 'row-1')).toThrow('key k1 is not in the ring');
  });

  it('refuses bytes too short to be anything', () => {
    expect(() => old.open({ keyId: 'k1', bytes: new Uint8Array(10) }, 'row-1')).toThrow(CannotOpen);
  });
});
