import type { Tx } from '../database/prisma.service.js';
import type { SmsSend, Token } from '../generated/prisma/client.js';

/**
 * Whether the link shows this text: it is later than all other accepted ones and than the one shown as failed. The
 * caller's transaction has stored the text's acceptance, if any; `accepted` is whether it was known before.
 */
export async function isToBeShown(
  tx: Tx,
  { tokenId, deliveryId, accepted }: SmsSend,
  { smsDeliveryId, smsErrorCode }: Token,
): Promise<boolean> {
  // A restore shows a scheduled text as failed, and leaves no row for it.
  if (smsErrorCode === 'restored' && accepted) return false;
  const shown = smsDeliveryId === null ? [] : [{ deliveryId: smsDeliveryId }];
  const latest = await tx.smsSend.findFirst({
    where: { tokenId, OR: [{ accepted: true }, ...shown], reminder: null, thanks: null },
    orderBy: [{ createdAt: 'desc' }],
  });
  return latest?.deliveryId === deliveryId;
}

/** The link's opening that still counts once a text is known to be accepted: the acceptance may become known late. */
export const openingAfter = (
  { createdAt }: Pick<SmsSend, 'createdAt'>,
  { openedAt }: Pick<Token, 'openedAt'>,
): Date | null => (openedAt !== null && openedAt >= createdAt ? openedAt : null);
