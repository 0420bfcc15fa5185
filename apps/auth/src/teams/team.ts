import type { AuditAction } from '@caredrop/contracts';
import type { EventData } from '@caredrop/contracts/events';
import type { Emit } from '@caredrop/messaging';
import { appError, auditSubject, isUuid, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { Team } from '../generated/prisma/client.js';

/** Advisory lock that serialises changes, so that checks of names, limits and members hold until the commit. */
const CHANGING = 728_371_201;

/** Returns the teams that are not archived. No other transaction can change a team until this one ends. */
export async function lockTeams(tx: Tx): Promise<Team[]> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CHANGING}::bigint)`;
  return tx.team.findMany({ where: { archivedAt: null } });
}

/** Throws 404 for a team that is unknown or archived. */
export function requireTeam(teams: Team[], id: string): Team {
  const team = teams.find((one) => isUuid(id) && one.id === id.toLowerCase());
  if (!team) throw appError('not_found');
  return team;
}

/** Emits that a team has changed; `member` is the one whom the change is about. */
export async function emitTeamChanged(
  tx: Tx,
  emit: Emit,
  teamId: string,
  member: Pick<EventData<'team.changed'>, 'userId' | 'added'> = {},
): Promise<void> {
  const { version } = await tx.team.update({
    where: { id: teamId },
    data: { version: { increment: 1 } },
    select: { version: true },
  });
  const data = { teamId, ...member };
  await emit({ type: 'team.changed', aggregateId: teamId, aggregateVersion: version, data });
}

/** Records ids only: the audit looks up the names when it shows the entry. */
export const auditTeam = (
  emit: Emit,
  action: Extract<AuditAction, `team.${string}`>,
  teamId: string,
  userId?: string,
): Promise<void> =>
  recordAuditEvent(emit, {
    action,
    subject: auditSubject.team(teamId),
    ...(userId !== undefined && { related: [auditSubject.user(userId)] }),
  });
