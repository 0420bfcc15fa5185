import type { HandOver } from '@caredrop/contracts';
import type { Emit } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';

/**
 * In the transaction that disables an account: announces who takes over its links, which the token service then
 * moves. Does nothing if neither a colleague nor a team is given. Throws 409 if the one given can no longer take
 * over.
 */
export async function handOverLinks(
  tx: Tx,
  emit: Emit,
  from: { id: string; version: number },
  to: HandOver | null | undefined,
): Promise<void> {
  const [toUserId, toTeamId] = [to?.userId ?? null, to?.teamId ?? null];
  if (toUserId) await requireColleague(tx, from.id, toUserId);
  if (toTeamId) await requireTeam(tx, from.id, toTeamId);
  if (!toUserId && !toTeamId) return;
  const event = { aggregateId: from.id, aggregateVersion: from.version };
  await emit({ type: 'user.links_handed_over', ...event, data: { userId: from.id, toUserId, toTeamId } });
  await recordAuditEvent(emit, {
    action: 'user.hand_over_links',
    subject: auditSubject.user(from.id),
    related: [
      ...(toUserId ? [auditSubject.user(toUserId)] : []),
      ...(toTeamId ? [auditSubject.team(toTeamId)] : []),
    ],
  });
}

const canSignIn = { disabled: false, passwordHash: { not: null } };

async function requireColleague(tx: Tx, fromId: string, id: string): Promise<void> {
  const found = await tx.user.count({ where: { AND: [{ id }, { id: { not: fromId } }, canSignIn] } });
  if (found === 0) throw appError('hand_over_unavailable');
}

/** Throws 409 if the team is unknown or archived, or if no other member can sign in and look after the links. */
async function requireTeam(tx: Tx, fromId: string, id: string): Promise<void> {
  const members = { some: { userId: { not: fromId }, user: canSignIn } };
  const found = await tx.team.count({ where: { id, archivedAt: null, members } });
  if (found === 0) throw appError('hand_over_unavailable');
}
