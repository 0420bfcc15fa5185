import { linkMark } from '../link/link-mark.js';
import type { KeyStorage } from '../storage.js';

const place = 'caredrop.received';
/** The maximum number of documents in one request. */
const most = 10;

/** Contains only fingerprints of the link and of the file, and the time. */
const entryOf = (token: string, receivedAt: string, file?: string) =>
  JSON.stringify({ link: linkMark(token), receivedAt, file });

const read = (storage: KeyStorage) => (storage.getItem(place) ?? '').split('\n');

/** Remembers that this browser sent the document of a link, for the last ten links. `file`: its fingerprint. */
export function noteReceived(storage: KeyStorage, token: string, receivedAt: string, file: string): void {
  storage.setItem(place, [entryOf(token, receivedAt, file), ...read(storage)].slice(0, most).join('\n'));
}

/**
 * Returns whether this browser sent the document that the link received at this time, and, with the fingerprint of a
 * `file`, whether the document is that file.
 */
export function wasReceivedHere(
  storage: KeyStorage,
  token: string,
  receivedAt: string,
  file?: string,
): boolean {
  // Entries of earlier versions have no `file`, which is the last field.
  const start = entryOf(token, receivedAt, file).slice(0, -1);
  return read(storage).some((entry) => entry.startsWith(start));
}
