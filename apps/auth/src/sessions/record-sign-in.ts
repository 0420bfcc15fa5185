import type { Role } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';

/**
 * Audits a sign-in. Names the actor explicitly, because the user has only just been identified and is not yet in the
 * request's context.
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
