import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import type { Principal } from '@caredrop/service-kit';

/** What a page is told: that something changed, and which. It asks for the rest itself. */
export interface LiveEvent {
  type: EventType;
  /** Whose it is: the owner of a link or document; null for accounts, which concern administrators only. */
  ownerId: string | null;
  tokenId?: string;
  documentId?: string;
  userId?: string;
}

/** Facts that change something on a screen. */
const shown = new Set<EventType>([
  'token.created',
  'token.revoked',
  'token.expired',
  'token.used',
  'token.sms_changed',
  'upload.completed',
  'document.released',
  'document.rejected',
  'document.deleted',
  'user.created',
  'user.updated',
  'user.disabled',
  'user.enabled',
  'user.invited',
]);

/** The event as pages are told of it; null when no screen shows it. Ids only, picked one by one. */
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

/** Own links and documents, and everything for administrators (design §8). */
export function mayHear({ userId, role }: Pick<Principal, 'userId' | 'role'>, event: LiveEvent): boolean {
  return role === 'admin' || event.ownerId === userId;
}
