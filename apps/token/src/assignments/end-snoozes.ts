import type { Tx } from '../database/prisma.service.js';

/** Shows links again to their new owner, who may have snoozed them while a colleague was responsible. */
export const endSnoozes = (tx: Tx, tokenIds: string[], userId: string): Promise<unknown> =>
  tx.tokenSnooze.deleteMany({ where: { tokenId: { in: tokenIds }, userId } });
