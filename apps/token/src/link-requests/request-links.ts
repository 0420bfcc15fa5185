import type { Token } from '../generated/prisma/client.js';

type Link = Pick<Token, 'id' | 'status' | 'itemPosition' | 'replacedBy' | 'skippedAt'>;

/**
 * Whether the holder of `asked` may see its request and continue it. Not if the clinic has revoked or replaced the
 * link, or has since replaced a later link of the request: it may have done so because that link was in the wrong
 * hands.
 */
export function mayGoOn(asked: Link, links: Link[]): boolean {
  const later = links.filter(({ itemPosition }) => (itemPosition ?? 0) > (asked.itemPosition ?? 0));
  return (
    (asked.status !== 'revoked' || asked.skippedAt !== null) &&
    [asked, ...later].every(({ replacedBy }) => replacedBy === null)
  );
}

/** The link for the current document, even if expired; null if it was used or revoked, or no document is left. */
export function openLink<Found extends Link>(links: Found[], reached: number): Found | null {
  const open = links.find(({ itemPosition, replacedBy }) => itemPosition === reached && replacedBy === null);
  return open && (open.status === 'active' || open.status === 'expired') ? open : null;
}
