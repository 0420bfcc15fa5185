import { appError, type Principal } from '@caredrop/service-kit';

/** Throws 403 for a team that the caller does not belong to. */
export function requireOwnTeam(caller: Pick<Principal, 'teams'>, teamId: string | null): void {
  if (teamId !== null && !caller.teams.includes(teamId)) throw appError('team_not_yours');
}
