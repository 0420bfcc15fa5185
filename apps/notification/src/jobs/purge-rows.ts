import type { Tx } from '../database/prisma.service.js';

/** The number removed, by kind. */
export interface PurgedDeliveries {
  mails: number;
  texts: number;
  documents: number;
}

/**
 * Deletes emails that were settled, texts that were created and documents that were announced more than `days` ago.
 * Emails that are still to be sent and texts without a known outcome are never deleted.
 */
export async function purgeRows(tx: Tx, days: number): Promise<PurgedDeliveries> {
  const mails = await tx.$executeRaw`
    DELETE FROM mail_deliveries WHERE settled_at < now() - ${days} * interval '1 day'`;
  const texts = await tx.$executeRaw`
    DELETE FROM sms_deliveries
    WHERE created_at < now() - ${days} * interval '1 day' AND state <> 'sending' AND check_at IS NULL`;
  const documents = await tx.$executeRaw`
    DELETE FROM announced_documents WHERE announced_at < now() - ${days} * interval '1 day'`;
  return { mails, texts, documents };
}
