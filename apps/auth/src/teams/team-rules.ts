import { teamLimits } from '@caredrop/contracts';
import { appError } from '@caredrop/service-kit';

interface Named {
  id: string;
  name: string;
}

/** Names that differ only in case are the same. */
const folded = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** C0 and C1 controls: the database rejects NUL, and a name must fit on one line. */
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

/** The name without control characters. Throws 400 when nothing is left. */
export function storableName(name: string): string {
  const stored = name.replace(controls, '').toWellFormed().trim();
  if (stored === '') throw appError('team_name_required');
  return stored;
}

/** Throws 409 when another team has this name, ignoring case. */
export function requireFreeName(teams: Named[], { id, name }: Named): void {
  if (teams.some((team) => team.id !== id && folded(team.name) === folded(name)))
    throw appError('team_name_taken');
}

/** Throws 409 when the clinic already has the maximum number of teams. */
export function requireBelowLimit(teams: Named[]): void {
  const max = teamLimits.most;
  if (teams.length >= max) throw appError('teams_full', { params: { max } });
}

/** Throws 409 when the team has the maximum number of members, or the new member the maximum number of teams. */
export function requirePlace({ members, teams }: { members: number; teams: number }): void {
  const { membersMax, teamsPerUserMax } = teamLimits;
  if (members >= membersMax) throw appError('team_full', { params: { max: membersMax } });
  if (teams >= teamsPerUserMax) throw appError('member_teams_full', { params: { max: teamsPerUserMax } });
}
