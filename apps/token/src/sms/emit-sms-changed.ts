import type { Emit } from '@caredrop/messaging';

/** Announces that a link's texts or reminders have changed; open pages refetch the link. */
export async function emitSmsChanged(
  emit: Emit,
  { id, ownerId }: { id: string; ownerId: string },
  aggregateVersion: number,
): Promise<void> {
  const data = { tokenId: id, ownerId };
  await emit({ type: 'token.sms_changed', aggregateId: id, aggregateVersion, data });
}
