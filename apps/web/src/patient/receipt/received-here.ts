import { fields } from '../answers.js';
import { fingerprint } from '../sending/fingerprint.js';
import type { KeyStorage } from '../storage.js';

const place = 'caredrop.received';

/** Notes that this browser sent the document of a link: a mark of the link and the time, nothing else. */
export function noteReceived(storage: KeyStorage, token: string, receivedAt: string): void {
  storage.setItem(place, JSON.stringify({ link: markOf(token), receivedAt }));
}

/** Whether the document that a link received at this time was sent by this browser. */
export function wasReceivedHere(storage: KeyStorage, token: string, receivedAt: string): boolean {
  const kept = read(storage);
  return kept.link === markOf(token) && kept.receivedAt === receivedAt;
}

/** The link cannot be found from its mark. */
const markOf = (token: string) => fingerprint(new TextEncoder().encode(token));

function read(storage: KeyStorage) {
  try {
    return fields(JSON.parse(storage.getItem(place) ?? 'null'));
  } catch {
    // Damaged: as good as none.
    return {};
  }
}
