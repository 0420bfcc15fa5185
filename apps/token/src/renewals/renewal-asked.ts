import type { Emit } from '@caredrop/messaging';

/** Announces that a patient needs a new link from a clinician: the owner gets an email. */
export async function emitRenewalAsked(
  emit: Emit,
  tokenId: string,
  ownerId: string,
  aggregateVersion: number,
): Promise<void> {
  const data = { tokenId, ownerId };
  await emit({ type: 'token.renewal_asked', aggregateId: tokenId, aggregateVersion, data });
}
