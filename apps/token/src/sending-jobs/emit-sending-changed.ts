import type { Emit } from '@caredrop/messaging';
import type { SendingJob } from '../generated/prisma/client.js';

/** Announces that a job has changed; open pages refetch it. */
export async function emitSendingChanged(
  emit: Emit,
  { id, ownerId, version }: Pick<SendingJob, 'id' | 'ownerId' | 'version'>,
): Promise<void> {
  const data = { sendingJobId: id, ownerId };
  await emit({ type: 'token.sending_changed', aggregateId: id, aggregateVersion: version, data });
}
