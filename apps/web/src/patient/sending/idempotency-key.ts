import { randomKey } from '../../shared/lib/random-key.js';
import { fields, parseJson, text } from '../response-fields.js';
import type { KeyStorage } from '../storage.js';

const place = 'caredrop.upload-key';

/**
 * Returns the Idempotency-Key for `fingerprint`. It stays the same, even after a reload, until the link, the file or
 * the comment changes, so that an upload whose response was lost is not received a second time. The tab's storage
 * survives uploads in other tabs; the browser's gives the same key to a second tab that sends the same draft.
 */
export function keyFor(storages: KeyStorage[], fingerprint: string): string {
  const kept = storages.map(read).find((entry) => entry.fingerprint === fingerprint);
  const key = text(kept?.key) ?? randomKey();
  storages.forEach((storage) => storage.setItem(place, JSON.stringify({ fingerprint, key })));
  return key;
}

/** Removes the key once its document has arrived. */
export const forgetKey = (storages: KeyStorage[]) => storages.forEach((storage) => storage.removeItem(place));

/** An unknown or damaged entry counts as no entry. */
const read = (storage: KeyStorage) => fields(parseJson(storage.getItem(place) ?? ''));
