import type { Tx } from '../database/prisma.service.js';

/** Holds the link's row until the transaction ends: changes of a link and of its messages come one after the other. */
export async function lockToken(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "tokens" WHERE "id" = ${id}::uuid FOR UPDATE`;
}
