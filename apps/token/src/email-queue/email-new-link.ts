import { randomUUID } from 'node:crypto';
import type { Emit } from '@caredrop/messaging';
import type { Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { queueEmail, type NewEmail } from './queue-email.js';

type FirstEmail = Omit<NewEmail, 'deliveryId' | 'language' | 'address'> & { address: string | null };

/**
 * Queues the first email of a link that the caller's transaction has made, in the link's language. Returns the link,
 * unchanged if there is no address. Throws 429.
 */
export async function emailNewLink(
  tx: Tx,
  emit: Emit,
  made: Token,
  { address, ...email }: FirstEmail,
  config: Config,
): Promise<Token> {
  if (address === null) return made;
  const { id, language } = made;
  return queueEmail(tx, emit, id, { ...email, deliveryId: randomUUID(), address, language }, config);
}
