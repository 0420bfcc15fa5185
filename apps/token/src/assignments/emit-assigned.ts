import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, type AuditEvent } from '@caredrop/service-kit';
import { aboutToken, type BelongingToken } from '../belonging/about-token.js';

/** Whose a link was. */
type Before = Pick<BelongingToken, 'ownerId' | 'teamId'>;
type Assigned = BelongingToken & { version: number };

/**
 * Publishes whose a link is now; the document service lets the document follow.
 *
 * @param arrivedDocumentId a document that was announced to those before, although the link had been assigned
 */
export async function emitAssigned(
  emit: Emit,
  token: Assigned,
  before: Before,
  arrivedDocumentId?: string,
): Promise<void> {
  const { id: aggregateId, version } = token;
  const { ownerId: previousOwnerId, teamId: previousTeamId } = before;
  const arrived = arrivedDocumentId !== undefined && { arrivedDocumentId };
  const data = { ...aboutToken(token), previousOwnerId, previousTeamId, version, ...arrived };
  await emit({ type: 'token.assigned', aggregateId, aggregateVersion: version, data });
}

/** Audits an assignment, with the owners and teams before and after it. `how`: who acts, for a hand-over of many links. */
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
