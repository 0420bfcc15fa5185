import { newSessionKeys } from '@caredrop/testing';
import type { SigningKey } from '../../src/config.js';

/** A fresh ES256 key in the format of SESSION_KEYS. */
export const newSigningKey = (kid: string): SigningKey =>
  newSessionKeys(kid).privateKey as unknown as SigningKey;
