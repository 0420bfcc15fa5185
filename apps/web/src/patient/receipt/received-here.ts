import { fields } from '../answers.js';
import { linkMark } from '../link/link-mark.js';
import type { KeyStorage } from '../storage.js';

const place = 'caredrop.received';

/**
 * Remembers that this browser sent the document of a link: a fingerprint of the link and the time, nothing
 * else.
 */
export function noteReceived(storage: KeyStorage, token: string, receivedAt: string): void {
  storage.setItem(place, JSON.stringify({ link: linkMark(token), receivedAt }));
}

/** Returns whether this browser sent the document that the link received at this time. */
export function wasReceivedHere(storage: KeyStorage, token: string, receivedAt: string): boolean {
  const kept = read(storage);
  return kept.link === linkMark(token) && kept.receivedAt === receivedAt;
}

function read(storage: KeyStorage) {
  try {
    return fields(JSON.parse(storage.getItem(place) ?? 'null'));
  } catch {
    // A damaged entry counts as no entry.
    return {};
  }
}
