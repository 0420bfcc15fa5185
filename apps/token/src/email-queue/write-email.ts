import type { Emit } from '@caredrop/messaging';
import { aboutToken, type BelongingToken } from '../belonging/about-token.js';
import type { Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { LinkEmail } from '../generated/prisma/client.js';
import { addressMarks } from './address-marks.js';
import { requireWithinLimits } from './email-limits.js';

export type WrittenEmail = Pick<LinkEmail, 'deliveryId' | 'senderId'> & { address: string } & Partial<
    Pick<LinkEmail, 'wantsReminders' | 'reminder' | 'createdAt'>
  >;

/**
 * Writes an email with a link, and the event that makes the notification service send it. The caller's transaction
 * holds the link's row. Throws 429.
 *
 * @param link as the transaction has left it
 */
export async function writeEmail(
  tx: Tx,
  emit: Emit,
  link: BelongingToken & { version: number },
  email: WrittenEmail,
  config: Config,
): Promise<void> {
  const { deliveryId, senderId, address } = email;
  const marks = addressMarks(config.LINK_KEYS, address);
  await requireWithinLimits(tx, senderId, marks, config);
  await tx.linkEmail.create({ data: { ...email, tokenId: link.id, addressMark: marks[0] ?? null } });
  const data = { ...aboutToken(link), deliveryId };
  await emit({ type: 'token.email_requested', aggregateId: link.id, aggregateVersion: link.version, data });
}
