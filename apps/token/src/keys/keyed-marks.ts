import { createHmac } from 'node:crypto';
import { KeyRing } from '@caredrop/service-kit';
import type { Config } from '../config.js';

/** Keyed hashes of a text, the one with the current key first. `text` begins with its purpose. */
export function keyedMarks(keys: Config['LINK_KEYS'], text: string): Uint8Array<ArrayBuffer>[] {
  const ring = new KeyRing(keys);
  const ids = [ring.currentKeyId, ...ring.keyIds.filter((id) => id !== ring.currentKeyId)];
  return ids.flatMap((id) => {
    const key = ring.key(id);
    return key ? [new Uint8Array(createHmac('sha256', key).update(text).digest())] : [];
  });
}
