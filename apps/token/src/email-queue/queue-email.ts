import type { AuditSubject } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, type AuditEvent } from '@caredrop/service-kit';
import type { Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { writeEmail } from './write-email.js';

export interface NewEmail {
  deliveryId: string;
  senderId: string;
  address: string;
  /** Also becomes the language of the link. */
  language: string | null;
  /** Whether reminders are planned once the mail server has accepted it. Absent means no. */
  wantsReminders?: boolean;
  /** Who sends it, if not the caller of the request. */
  actor?: AuditEvent['actor'];
  /** Further subjects of the audit entry, in addition to the delivery. */
  related?: AuditSubject[];
}

/**
 * Queues an email with a link that is not a reminder. The caller's transaction holds the link's row, which is active.
 * Throws 429.
 */
export async function queueEmail(
  tx: Tx,
  emit: Emit,
  tokenId: string,
  { deliveryId, senderId, address, language, wantsReminders = false, actor, related = [] }: NewEmail,
  config: Config,
): Promise<Token> {
  const token = await tx.token.update({
    where: { id: tokenId },
    data: {
      ...{ emailStatus: 'queued', emailErrorCode: null, emailAddress: address, emailDeliveryId: deliveryId },
      // As for a text: the patient gets the link again, so only an opening after this email counts.
      ...{ renewalAskedAt: null, openedAt: null, language, version: { increment: 1 } },
    },
  });
  await writeEmail(tx, emit, token, { deliveryId, senderId, address, wantsReminders }, config);
  await recordAuditEvent(emit, {
    action: 'token.send_email',
    subject: auditSubject.token(tokenId),
    related: [auditSubject.delivery(deliveryId), ...related],
    ...(actor && { actor }),
  });
  return token;
}
