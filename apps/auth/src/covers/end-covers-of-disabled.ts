import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { emitCoverChange } from './cover.js';
import { endCovers } from './end-cover.js';

/** In the transaction that disables an account: ends its absence, and those of others in which it stands in. */
export async function endCoversOfDisabled(tx: Tx, emit: Emit, userId: string): Promise<void> {
  const ended = await endCovers(tx, Prisma.sql`${userId}::uuid IN (user_id, cover_id)`);
  for (const cover of ended)
    await emitCoverChange(emit, cover, { action: 'cover.ended', why: 'account_disabled' });
}
