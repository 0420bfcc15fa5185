import type { EventData } from '@caredrop/contracts/events';
import type { Emit } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import type { LinkPurpose } from './password-link.js';

/** Longer than the notification service keeps trying to send an email by default (MAIL_GIVE_UP_HOURS). */
const OPEN_DAYS = 7;

const eventOf = { reset: 'password_reset.requested', invite: 'user.invited' } as const;

/**
 * Requests an email with a link that sets the user's password. The request has the id of its event. Links for emails
 * are minted only for open requests, and for recent events of version 0.1 (`mint-requested-link.ts`).
 */
export async function openLinkRequest(
  tx: Tx,
  emit: Emit,
  user: { id: string; version: number },
  purpose: LinkPurpose,
  why: Pick<EventData<'password_reset.requested'>, 'tooManyFailures'> = {},
): Promise<void> {
  const event = await emit({
    type: eventOf[purpose],
    aggregateId: user.id,
    aggregateVersion: user.version,
    data: { userId: user.id, ...why },
  });
  await tx.$executeRaw`
    INSERT INTO password_link_requests (id, user_id, purpose, expires_at)
    VALUES (${event.id}::uuid, ${user.id}::uuid, ${purpose}, now() + ${OPEN_DAYS}::int * interval '1 day')`;
}

/**
 * Closes every request and voids every unused link of the user, when a password was set or the account was
 * disabled.
 */
export async function closeLinkRequests(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE password_link_requests SET closed_at = now() WHERE user_id = ${userId}::uuid AND closed_at IS NULL`;
  await tx.passwordLink.deleteMany({ where: { userId, usedAt: null } });
}
