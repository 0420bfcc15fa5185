import type { Role } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import { about, recordAct } from '@caredrop/service-kit';

/** Who signs in is not yet the request's person: the password, and the second factor, have just said who. */
export async function recordSignIn(
  emit: Emit,
  { id, role }: { id: string; role: Role },
  sessionId: string,
  ...codes: string[]
): Promise<void> {
  const actor = { id, role };
  await recordAct(emit, { action: 'session.sign_in', actor, subject: about.session(sessionId), codes });
}
