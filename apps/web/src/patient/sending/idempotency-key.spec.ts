import { fingerprint } from './fingerprint.js';
import { forgetKey, keyFor } from './idempotency-key.js';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the idempotency key', () => {
  beforeEach(() => sessionStorage.clear());

  it('the key is stored and stays the same for the same upload', () => {
    const first = keyFor(sessionStorage, 'a');
    expect(keyFor(sessionStorage, 'a')).toBe(first);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
  });

  it('the key changes with the upload and after a document has arrived', () => {
    const first = keyFor(sessionStorage, 'a');
    const second = keyFor(sessionStorage, 'b');
    expect(second).not.toBe(first);
    forgetKey(sessionStorage);
    expect(keyFor(sessionStorage, 'b')).not.toBe(second);
  });

  it('a damaged stored key is replaced by a new one', () => {
    sessionStorage.setItem('caredrop.upload-key', '{"fing');
    expect(keyFor(sessionStorage, 'a')).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('the fingerprint of an upload', () => {
  it('the fingerprint is the same for the same link, file and comment', () => {
    expect(fingerprint(bytes('photo'), 'link', 'a.jpg', 'hi')).toBe(
      fingerprint(bytes('photo'), 'link', 'a.jpg', 'hi'),
    );
  });

  it.each([
    ['another file', fingerprint(bytes('Photo'), 'link', 'a.jpg', 'hi')],
    ['another link', fingerprint(bytes('photo'), 'lind', 'a.jpg', 'hi')],
    ['another comment', fingerprint(bytes('photo'), 'link', 'a.jpg', 'hj')],
    ['letters moved from one field to the next', fingerprint(bytes('photo'), 'linka', '.jpg', 'hi')],
  ])('the fingerprint differs for %s', (_, other) => {
    expect(fingerprint(bytes('photo'), 'link', 'a.jpg', 'hi')).not.toBe(other);
  });
});
