import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, requestContext } from '@caredrop/service-kit';
import type { Token } from '../generated/prisma/client.js';

/**
 * Records an audit entry when the caller sees a colleague's link: its value, notes, contact details and comments about
 * the patient. Also used for calls that could have changed the link but did not. Views of the caller's own
 * links are not audited.
 */
export async function recordView(emit: Emit, { id, ownerId }: Pick<Token, 'id' | 'ownerId'>): Promise<void> {
  const reader = requestContext.principal();
  if (!reader || reader.userId === ownerId) return;
  await recordAuditEvent(emit, {
    action: 'token.view',
    subject: auditSubject.token(id),
    related: [auditSubject.user(ownerId)],
  });
}
