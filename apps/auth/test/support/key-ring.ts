import { randomBytes } from 'node:crypto';

/** A key ring with one fresh key, in the format of SECOND_FACTOR_KEYS. */
export const newKeyRing = (): string =>
  JSON.stringify({ current: 'f1', keys: { f1: randomBytes(32).toString('base64') } });
