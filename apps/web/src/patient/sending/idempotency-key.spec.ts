import { fingerprint } from './fingerprint.js';
import { forgetKey, keyFor } from './idempotency-key.js';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the idempotency key', () => {
  const browser = localStorage;
  const storages = [sessionStorage, browser];
  beforeEach(() => storages.forEach((storage) => storage.clear()));

  it('the key is stored and stays the same for the same upload', () => {
    const first = keyFor(storages, 'a');
    expect(keyFor(storages, 'a')).toBe(first);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
  });

  it('the key changes with the upload and after a document has arrived', () => {
    const first = keyFor(storages, 'a');
    const second = keyFor(storages, 'b');
    expect(second).not.toBe(first);
    forgetKey(storages);
    expect(keyFor(storages, 'b')).not.toBe(second);
  });

  it('a second tab sends the same upload with the same key', () => {
    const first = keyFor(storages, 'a');
    sessionStorage.clear();
    expect(keyFor(storages, 'a')).toBe(first);
  });

  it('a tab keeps its key while another tab sends another upload', () => {
    const first = keyFor(storages, 'a');
    keyFor([browser], 'b');
    expect(keyFor(storages, 'a')).toBe(first);
  });

  it('a damaged stored key is replaced by a new one', () => {
    sessionStorage.setItem('caredrop.upload-key', '{"fing');
    expect(keyFor(storages, 'a')).toMatch(/^[0-9a-f]{32}$/);
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
