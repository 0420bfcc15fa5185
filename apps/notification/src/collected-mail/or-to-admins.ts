import type { Announced } from './collections.js';

/**
 * A document of a disabled owner whose other recipients have all chosen no mail is announced once, as one without a
 * team: auth then names the administrators when its mail is sent. An enabled owner is a recipient and has a choice.
 *
 * @param silent users who have chosen no mail
 */
export function orToAdmins(wanted: Announced[], silent: ReadonlySet<string>): Announced[] {
  return [...Map.groupBy(wanted, ({ documentId }) => documentId).values()].flatMap((recipients) => {
    const [first] = recipients;
    return first && recipients.every((one) => isSilentColleague(one, silent))
      ? [{ ...first, recipientId: first.userId, part: 0 }]
      : recipients;
  });
}

function isSilentColleague(
  { recipientId, userId, announcedTo }: Announced,
  silent: ReadonlySet<string>,
): boolean {
  // Of a document that has been announced to others before, the owner may have been left out.
  return announcedTo === null && recipientId !== null && recipientId !== userId && silent.has(recipientId);
}
