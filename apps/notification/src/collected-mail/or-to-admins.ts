import type { Announced } from './collections.js';

/**
 * If the owner of a document is disabled and its other recipients have all chosen no email, announces it once, as if it
 * had no team: auth then returns the administrators when the email is sent. An enabled owner is always a recipient,
 * with a choice that applies.
 *
 * @param silent users who have chosen no email
 */
export function orToAdmins(wanted: Announced[], silent: ReadonlySet<string>): Announced[] {
  return [...Map.groupBy(wanted, ({ documentId }) => documentId).values()].flatMap((recipients) => {
    const [first] = recipients;
    return first && recipients.every((one) => isSilentColleague(one, silent))
      ? [{ ...first, recipientId: first.userId, toAdmins: true, part: 0 }]
      : recipients;
  });
}

function isSilentColleague(
  { recipientId, userId, announcedTo }: Announced,
  silent: ReadonlySet<string>,
): boolean {
  // If a document was announced before, its owner may be missing from the recipients.
  return announcedTo === null && recipientId !== null && recipientId !== userId && silent.has(recipientId);
}
