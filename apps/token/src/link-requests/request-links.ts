import type { Token } from '../generated/prisma/client.js';

type Link = Pick<Token, 'id' | 'status' | 'itemPosition' | 'replacedBy' | 'skippedAt'>;

/**
 * The link with which the holder of `asked` goes on; null when nothing is left, and for a holder who must not get at it: of a
 * link that has expired or was revoked or replaced, and of one before a link that the clinic has replaced since. The clinic
 * may have done that because the old link was in the wrong hands.
 */
export function openLink<Found extends Link>(asked: Link, links: Found[], reached: number): Found | null {
  if (!mayGoOn(asked, links)) return null;
  const open = links.find(({ itemPosition, replacedBy }) => itemPosition === reached && replacedBy === null);
  return open && (open.status === 'active' || open.status === 'expired') ? open : null;
}

/** `expired` as stored: a link that the clock has ended still leads on to its own page, which says what can be done. */
function mayGoOn(asked: Link, links: Link[]): boolean {
  const isUsable = asked.status === 'active' || asked.status === 'used' || asked.skippedAt !== null;
  const later = links.filter(({ itemPosition }) => (itemPosition ?? 0) > (asked.itemPosition ?? 0));
  return isUsable && asked.replacedBy === null && later.every(({ replacedBy }) => replacedBy === null);
}
