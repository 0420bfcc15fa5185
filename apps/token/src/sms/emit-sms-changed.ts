import type { Emit } from '@caredrop/messaging';
import { aboutToken, type BelongingToken } from '../belonging/about-token.js';

/** Announces that a link's texts, reminders or language have changed; open pages refetch the link. */
export async function emitSmsChanged(
  emit: Emit,
  token: BelongingToken,
  aggregateVersion: number,
): Promise<void> {
  await emit({
    type: 'token.sms_changed',
    aggregateId: token.id,
    aggregateVersion,
    data: aboutToken(token),
  });
}
