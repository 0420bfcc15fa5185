import type { Emit } from '@caredrop/messaging';
import { aboutToken, type BelongingToken } from '../belonging/about-token.js';

/** Announces that a patient needs a new link from a clinician: those responsible for the link get an email. */
export async function emitRenewalAsked(
  emit: Emit,
  token: BelongingToken,
  aggregateVersion: number,
): Promise<void> {
  const data = aboutToken(token);
  await emit({ type: 'token.renewal_asked', aggregateId: token.id, aggregateVersion, data });
}
