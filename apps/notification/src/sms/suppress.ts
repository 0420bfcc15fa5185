import type { Emit } from '@caredrop/messaging';
import { recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';

/**
 * Suppresses all further texts to this number. The audit records that this happened and why, never the
 * number; repeating the call changes nothing.
 */
export async function suppress(tx: Tx, emit: Emit, phoneNumber: string, source: string): Promise<void> {
  // A very late report about a text whose number is no longer stored.
  if (phoneNumber === '') return;
  const { count } = await tx.smsSuppression.createMany({
    data: [{ phoneNumber, source }],
    skipDuplicates: true,
  });
  if (count > 0)
    await recordAuditEvent(emit, { action: 'sms.suppress', actor: 'system', codes: [`by.${source}`] });
}
