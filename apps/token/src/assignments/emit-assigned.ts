import type { Emit } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, type AuditEvent } from '@caredrop/service-kit';
import { aboutToken, type BelongingToken } from '../tokens/about-token.js';

/** Whose a link was. */
type Before = Pick<BelongingToken, 'ownerId' | 'teamId'>;
type Assigned = BelongingToken & { version: number };

/** Publishes whose a link is now; the document service lets the document follow. */
export async function emitAssigned(emit: Emit, token: Assigned, before: Before): Promise<void> {
  const { id: aggregateId, version } = token;
  const previous = { previousOwnerId: before.ownerId, previousTeamId: before.teamId };
  const data = { ...aboutToken(token), ...previous, version };
  await emit({ type: 'token.assigned', aggregateId, aggregateVersion: version, data });
}

/** Audits an assignment, with both owners if that has changed. `how`: a code for a hand-over of many links. */
export function recordAssigned(
  emit: Emit,
  token: Assigned,
  before: Before,
  how: Pick<AuditEvent, 'actor'> & { codes?: string[] } = {},
): Promise<unknown> {
  const owners = token.ownerId === before.ownerId ? [token.ownerId] : [before.ownerId, token.ownerId];
  const codes = [
    ...(token.ownerId === before.ownerId ? [] : ['owner']),
    ...(token.teamId === before.teamId ? [] : [token.teamId === null ? 'no_team' : `team.${token.teamId}`]),
    ...(how.codes ?? []),
  ];
  return recordAuditEvent(emit, {
    action: 'token.assigned',
    subject: auditSubject.token(token.id),
    related: owners.map(auditSubject.user),
    codes,
    ...(how.actor && { actor: how.actor }),
  });
}
