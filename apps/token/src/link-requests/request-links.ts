import type { Token } from '../generated/prisma/client.js';

type Link = Pick<Token, 'id' | 'status' | 'itemPosition' | 'replacedBy' | 'skippedAt'>;

/**
 * Whether the holder of `asked` may see its request and go on with it. Not with a link that was revoked or replaced, nor with
 * one before a link that the clinic has replaced since: the clinic may have done that because the old link was in the wrong
 * hands.
 */
export function mayGoOn(asked: Link, links: Link[]): boolean {
  const later = links.filter(({ itemPosition }) => (itemPosition ?? 0) > (asked.itemPosition ?? 0));
  return (
    (asked.status !== 'revoked' || asked.skippedAt !== null) &&
    [asked, ...later].every(({ replacedBy }) => replacedBy === null)
  );
}

/** The link of the document whose turn it is, also when it has expired; null when it was revoked, or nothing is left. */
export function openLink<Found extends Link>(links: Found[], reached: number): Found | null {
  const open = links.find(({ itemPosition, replacedBy }) => itemPosition === reached && replacedBy === null);
  return open && (open.status === 'active' || open.status === 'expired') ? open : null;
}
