import { randomUUID } from 'node:crypto';
import type { Tx } from '../database/prisma.service.js';
import type { RequestItems } from './request-items.js';

/** Creates a request, and makes the link with this id, which has just been inserted, the one for its first document. */
export async function writeRequest(tx: Tx, tokenId: string, items: RequestItems): Promise<void> {
  const { id: requestId } = await tx.request.create({ data: { id: randomUUID(), items } });
  await tx.token.update({ where: { id: tokenId }, data: { requestId, itemPosition: 1 } });
}
