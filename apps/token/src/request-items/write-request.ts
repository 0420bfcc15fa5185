import { randomUUID } from 'node:crypto';
import type { Tx } from '../database/prisma.service.js';
import type { RequestItems } from './request-items.js';

/** Makes the link of this id, which has just been inserted, that of the first document of a new request. */
export async function writeRequest(tx: Tx, tokenId: string, items: RequestItems): Promise<void> {
  const { id: requestId } = await tx.request.create({ data: { id: randomUUID(), items } });
  await tx.token.update({ where: { id: tokenId }, data: { requestId, itemPosition: 1 } });
}
