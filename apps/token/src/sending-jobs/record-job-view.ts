import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, requestContext } from '@caredrop/service-kit';
import type { SendingJob } from '../generated/prisma/client.js';

/**
 * Records an audit entry when the caller sees a colleague's file. Also used for calls that could have changed the file
 * but did not.
 */
export async function recordJobView(emit: Emit, { id, ownerId }: SendingJob): Promise<void> {
  const reader = requestContext.principal();
  if (!reader || reader.userId === ownerId) return;
  const subject = auditSubject.sendingJob(id);
  await recordAuditEvent(emit, {
    action: 'sending_job.view',
    subject,
    related: [auditSubject.user(ownerId)],
  });
}
