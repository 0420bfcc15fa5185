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
  /** The colleague who stands in for `userId`. */
  coverId?: string;
  teamId?: string;
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
  'user.cover_changed',
  'team.changed',
]);

/** Events that concern the people they name. Other events about accounts concern administrators only. */
const personal = new Set<EventType>(['user.cover_changed', 'team.changed']);

/** The event as pages receive it; null when no screen shows it. Contains only ids, selected one by one. */
export function liveEvent({ type, data }: EventEnvelope): LiveEvent | null {
  if (!shown.has(type)) return null;
  const { ownerId = null, tokenId, documentId, userId, coverId, teamId } = data as Partial<LiveEvent>;
  return {
    type,
    ownerId,
    ...(tokenId && { tokenId }),
    ...(documentId && { documentId }),
    ...(userId && { userId }),
    ...(coverId && { coverId }),
    ...(teamId && { teamId }),
  };
}

/** The people whom a change of a team or of an absence concerns by name: also a member who has just been removed. */
export const named = ({ type, userId, coverId }: LiveEvent): string[] =>
  personal.has(type) ? [userId, coverId].filter((id) => id !== undefined) : [];

/** Users receive events about their own links, documents, teams and absences, administrators receive all. */
export function mayHear(
  { userId, role, teams }: Pick<Principal, 'userId' | 'role' | 'teams'>,
  event: LiveEvent,
): boolean {
  if (role === 'admin' || event.ownerId === userId || named(event).includes(userId)) return true;
  return event.type === 'team.changed' && teams.includes(event.teamId ?? '');
}
