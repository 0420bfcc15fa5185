import { linkMark } from '../link/link-mark.js';
import type { KeyStorage } from '../storage.js';

const place = 'caredrop.received';
/** As many as the documents that one request can ask for. */
const most = 10;

/** Contains only a fingerprint of the link, and the time. */
const entryOf = (token: string, receivedAt: string) => JSON.stringify({ link: linkMark(token), receivedAt });

const read = (storage: KeyStorage) => (storage.getItem(place) ?? '').split('\n');

/** Remembers that this browser sent the document of a link, for the last ten links. */
export function noteReceived(storage: KeyStorage, token: string, receivedAt: string): void {
  storage.setItem(place, [entryOf(token, receivedAt), ...read(storage)].slice(0, most).join('\n'));
}

/** Returns whether this browser sent the document that the link received at this time. */
export const wasReceivedHere = (storage: KeyStorage, token: string, receivedAt: string): boolean =>
  read(storage).includes(entryOf(token, receivedAt));
