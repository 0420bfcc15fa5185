export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** 128 random bits in hex; `crypto.randomUUID` is missing on plain http and in Safari 15.0. */
export const randomKey = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));
