import type { EventData } from '@caredrop/contracts/events';
import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, type AuditEvent } from '@caredrop/service-kit';
import { aboutToken, type BelongingToken } from '../belonging/about-token.js';

/** A link's previous owner and team. */
type Before = Pick<BelongingToken, 'ownerId' | 'teamId'>;
type Assigned = BelongingToken & { version: number };

/** For an assignment that is published again because a document has arrived for the previous owner or team. */
type Arrived = Pick<EventData<'token.assigned'>, 'arrivedDocumentId' | 'assignedAt'>;

/** Publishes a link's new owner and team; the document service then moves the document as well. */
export async function emitAssigned(
  emit: Emit,
  token: Assigned,
  before: Before,
  arrived: Arrived = {},
): Promise<void> {
  const { id: aggregateId, version } = token;
  const { ownerId: previousOwnerId, teamId: previousTeamId } = before;
  const data = { ...aboutToken(token), previousOwnerId, previousTeamId, version, ...arrived };
  await emit({ type: 'token.assigned', aggregateId, aggregateVersion: version, data });
}

/** Audits an assignment, with the owners and teams before and after. `how`: for a hand-over, its actor and codes. */
export function recordAssigned(
  emit: Emit,
  token: Assigned,
  before: Before,
  how: Pick<AuditEvent, 'actor'> & { codes?: string[] } = {},
): Promise<unknown> {
  const owners = new Set([before.ownerId, token.ownerId]);
  const teams = new Set([before.teamId, token.teamId].filter((id) => id !== null));
  const codes = [
    ...(token.ownerId === before.ownerId ? [] : ['owner']),
    ...(token.teamId === before.teamId ? [] : [token.teamId === null ? 'no_team' : 'team']),
    ...(how.codes ?? []),
  ];
  return recordAuditEvent(emit, {
    action: 'token.assigned',
    subject: auditSubject.token(token.id),
    related: [...[...owners].map(auditSubject.user), ...[...teams].map(auditSubject.team)],
    codes,
    ...(how.actor && { actor: how.actor }),
  });
}
