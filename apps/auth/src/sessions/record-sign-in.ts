import type { Role } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';

/**
 * The user is not yet in the request's context: the password and second factor have only just identified
 * them.
 */
export async function recordSignIn(
  emit: Emit,
  { id, role }: { id: string; role: Role },
  sessionId: string,
  ...codes: string[]
): Promise<void> {
  const actor = { id, role };
  await recordAuditEvent(emit, {
    action: 'session.sign_in',
    actor,
    subject: auditSubject.session(sessionId),
    codes,
  });
}
