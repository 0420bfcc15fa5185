import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { Principal } from '@caredrop/service-kit';

/** Notifies a page that something changed, with the ids. The page fetches the rest itself. */
export interface LiveEvent {
  type: EventType;
  /** The owner of the link or document; null for accounts, which concern only administrators. */
  ownerId: string | null;
  tokenId?: string;
  documentId?: string;
  userId?: string;
}

/** Events that change what a screen shows. */
const shown = new Set<EventType>([
  'token.created',
  'token.revoked',
  'token.expired',
  'token.used',
  'token.sms_changed',
  'token.email_requested',
  'token.email_changed',
  'token.extended',
  'token.renewal_asked',
  'token.problem_reported',
  'token.problem_closed',
  'token.check_locked',
  'token.check_unlocked',
  'token.snoozed',
  'token.sending_changed',
  'token.asked_again',
  'upload.completed',
  'document.released',
  'document.rejected',
  'document.deleted',
  'document.review_changed',
  'document.snoozed',
  'document.asked_again',
  'user.created',
  'user.updated',
  'user.disabled',
  'user.enabled',
  'user.invited',
]);

/** The event as pages receive it; null when no screen shows it. Contains only ids, selected one by one. */
export function liveEvent({ type, data }: EventEnvelope): LiveEvent | null {
  if (!shown.has(type)) return null;
  const { ownerId = null, tokenId, documentId, userId } = data as Partial<LiveEvent>;
  return {
    type,
    ownerId,
    ...(tokenId && { tokenId }),
    ...(documentId && { documentId }),
    ...(userId && { userId }),
  };
}

/** Users receive events about their own links and documents, administrators receive all. */
export function mayHear({ userId, role }: Pick<Principal, 'userId' | 'role'>, event: LiveEvent): boolean {
  return role === 'admin' || event.ownerId === userId;
}
