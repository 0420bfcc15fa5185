import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { emitCoverChange } from './cover.js';
import { endCovers } from './end-cover.js';

/**
 * Ends the user's own absence, and those in which the user stands in, in the transaction that disables the account.
 */
export async function endCoversOfDisabled(tx: Tx, emit: Emit, userId: string): Promise<void> {
  const ended = await endCovers(tx, Prisma.sql`${userId}::uuid IN (user_id, cover_id)`);
  for (const cover of ended)
    await emitCoverChange(emit, cover, { action: 'cover.ended', why: 'account_disabled' });
}
