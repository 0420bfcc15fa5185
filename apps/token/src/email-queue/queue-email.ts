import type { AuditSubject } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, type AuditEvent } from '@caredrop/service-kit';
import type { Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { addressMarks } from './address-marks.js';
import { requireWithinLimits } from './email-limits.js';
import { aboutToken } from '../belonging/about-token.js';

interface NewEmail {
  deliveryId: string;
  senderId: string;
  address: string;
  /** Also becomes the language of the link. */
  language: string | null;
  /** Who sends it, if it is not the caller of the request. */
  actor?: AuditEvent['actor'];
  /** Of the audit entry, apart from the delivery. */
  related?: AuditSubject[];
}

/**
 * Writes an email with a link, and the event by which the notification service sends it. The caller's transaction holds
 * the link's row, which is active. Throws 429.
 */
export async function queueEmail(
  tx: Tx,
  emit: Emit,
  tokenId: string,
  { deliveryId, senderId, address, language, actor, related = [] }: NewEmail,
  config: Config,
): Promise<Token> {
  const marks = addressMarks(config.LINK_KEYS, address);
  await requireWithinLimits(tx, senderId, marks, config);
  const addressMark = marks[0] ?? null;
  await tx.linkEmail.create({ data: { deliveryId, tokenId, senderId, address, addressMark } });
  const token = await tx.token.update({
    where: { id: tokenId },
    data: {
      ...{ emailStatus: 'queued', emailErrorCode: null, emailAddress: address, emailDeliveryId: deliveryId },
      // As for a text: the patient gets the link again, so only an opening after this email counts.
      ...{ renewalAskedAt: null, openedAt: null, language, version: { increment: 1 } },
    },
  });
  const { version: aggregateVersion } = token;
  const data = { ...aboutToken(token), deliveryId };
  await emit({ type: 'token.email_requested', aggregateId: tokenId, aggregateVersion, data });
  await recordAuditEvent(emit, {
    action: 'token.send_email',
    subject: auditSubject.token(tokenId),
    related: [auditSubject.delivery(deliveryId), ...related],
    ...(actor && { actor }),
  });
  return token;
}
