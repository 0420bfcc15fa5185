import { randomBytes } from 'node:crypto';

/** A key ring with one fresh key, as SECOND_FACTOR_KEYS holds it. */
export const newKeyRing = (): string =>
  JSON.stringify({ current: 'f1', keys: { f1: randomBytes(32).toString('base64') } });
