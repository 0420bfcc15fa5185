import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, type AuditEvent } from '@caredrop/service-kit';
import type { SmsSend } from '../generated/prisma/client.js';

/** Audits a text that the provider has accepted; by default as sent by the caller of the request. */
export const recordTextSent = (
  emit: Emit,
  action: 'token.send_sms' | 'token.send_thanks',
  { tokenId, deliveryId }: Pick<SmsSend, 'tokenId' | 'deliveryId'>,
  { actor, related = [] }: Pick<AuditEvent, 'actor' | 'related'> = {},
): Promise<void> =>
  recordAuditEvent(emit, {
    ...{ action, subject: auditSubject.token(tokenId) },
    related: [auditSubject.delivery(deliveryId), ...related],
    ...(actor && { actor }),
  });
