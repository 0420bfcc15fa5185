import type { Tx } from '../database/prisma.service.js';

/** Locks the link's row until the transaction ends: changes to a link and its messages happen one after the other. */
export async function lockToken(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "tokens" WHERE "id" = ${id}::uuid FOR UPDATE`;
}
