import { createHmac } from 'node:crypto';
import { KeyRing } from '@caredrop/service-kit';
import type { Config } from '../config.js';

/**
 * Keyed hashes of a phone number, with that of the current key first: they find the last day's reminders to a
 * number after the number itself has been removed. Hashes with older keys find rows written before a
 * rotation.
 */
export function numberMarks(keys: Config['LINK_KEYS'], phoneNumber: string): Uint8Array<ArrayBuffer>[] {
  const ring = new KeyRing(keys);
  const ids = [ring.currentKeyId, ...ring.keyIds.filter((id) => id !== ring.currentKeyId)];
  return ids.flatMap((id) => {
    const key = ring.key(id);
    if (!key) return [];
    const mark = createHmac('sha256', key).update(`caredrop/reminded-number/v1/${phoneNumber}`).digest();
    return [new Uint8Array(mark)];
  });
}
