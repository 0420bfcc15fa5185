import { randomKey } from '../../shared/lib/random-key.js';
import { fields } from '../response-fields.js';
import type { KeyStorage } from '../storage.js';

const place = 'caredrop.upload-key';

/**
 * Returns the Idempotency-Key for `fingerprint`. It stays the same, also after a reload, until the link, the file or
 * the comment changes, so that an upload whose response was lost is not received a second time.
 */
export function keyFor(storage: KeyStorage, fingerprint: string): string {
  const kept = read(storage);
  if (kept.fingerprint === fingerprint && typeof kept.key === 'string') return kept.key;
  const key = randomKey();
  storage.setItem(place, JSON.stringify({ fingerprint, key }));
  return key;
}

/** Removes the key once its document has arrived. */
export const forgetKey = (storage: KeyStorage) => storage.removeItem(place);

function read(storage: KeyStorage) {
  try {
    return fields(JSON.parse(storage.getItem(place) ?? 'null'));
  } catch {
    // An unknown or damaged entry counts as no entry.
    return {};
  }
}
