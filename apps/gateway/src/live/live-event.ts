import type { EventEnvelope, EventType } from '@caredrop/contracts/events';
import { mayWorkOn, type Worker } from '@caredrop/service-kit';

/** Notifies a page that something changed, with the ids. The page fetches the rest itself. */
export interface LiveEvent {
  type: EventType;
  /** The owner of the link, document or file of requests; null for accounts, teams and absences. */
  ownerId: string | null;
  tokenId?: string;
  documentId?: string;
  userId?: string;
  /** The colleague who stands in for `userId`. */
  coverId?: string;
  /** The team of the link or document, or the team that has changed. */
  teamId?: string;
  /** For an assigned link or document: its previous owner and team, so that it also leaves their lists. */
  previousOwnerId?: string;
  previousTeamId?: string;
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
  'token.schedule_changed',
  'token.extended',
  'token.assigned',
  'token.renewal_asked',
  'token.problem_reported',
  'token.problem_changed',
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
  'document.assigned',
  'user.created',
  'user.updated',
  'user.disabled',
  'user.enabled',
  'user.invited',
  'user.cover_changed',
  'team.changed',
]);

/** Events that also go to the users they name. Events about accounts go to administrators only. */
const personal = new Set<EventType>(['user.cover_changed', 'team.changed']);

/** The event as pages receive it; null when no screen shows it. Contains only ids, selected one by one. */
export function liveEvent({ type, data }: EventEnvelope): LiveEvent | null {
  if (!shown.has(type)) return null;
  const {
    ownerId = null,
    tokenId,
    documentId,
    userId,
    coverId,
    teamId,
    previousOwnerId,
    previousTeamId,
  } = data as Partial<LiveEvent>;
  return {
    type,
    ownerId,
    ...(tokenId && { tokenId }),
    ...(documentId && { documentId }),
    ...(userId && { userId }),
    ...(coverId && { coverId }),
    ...(teamId && { teamId }),
    ...(previousOwnerId && { previousOwnerId }),
    ...(previousTeamId && { previousTeamId }),
  };
}

/** The users named in an event about a team or an absence, including a member who was just removed. */
export const named = ({ type, userId, coverId }: LiveEvent): string[] =>
  personal.has(type) ? [userId, coverId].filter((id) => id !== undefined) : [];

/**
 * Users receive events about links and documents that they may work on, or could work on until this change, about their
 * own teams and absences, and about the absences of colleagues for whom they stand in. Administrators receive all
 * events.
 */
export function mayHear(listener: Worker, event: LiveEvent): boolean {
  if (listener.role === 'admin' || named(event).includes(listener.userId)) return true;
  const { type, ownerId, teamId = null, previousOwnerId = null, previousTeamId = null } = event;
  if (type === 'team.changed') return teamId !== null && listener.teams.includes(teamId);
  return worksFor(listener, ownerId, teamId) || worksFor(listener, previousOwnerId, previousTeamId);
}

const worksFor = (listener: Worker, ownerId: string | null, teamId: string | null): boolean =>
  ownerId !== null && mayWorkOn(listener, { ownerId, teamId });
