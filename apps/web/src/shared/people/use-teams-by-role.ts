import type { Team } from '@caredrop/contracts';
import { useTeamsQuery } from './people.api.js';
import { useScopes } from './use-scopes.js';
import { useUser } from '../session/use-session.js';

/**
 * The teams whose names can be shown to the user: their own, including archived ones, and for an administrator also all
 * teams that are not archived.
 */
export function useTeamsByRole(): Team[] {
  const isAdmin = useUser()?.role === 'admin';
  const own = useScopes().teams;
  const { data: all = [] } = useTeamsQuery(undefined, { skip: !isAdmin, refetchOnMountOrArgChange: false });
  return [...all, ...own.filter(({ id }) => !all.some((team) => team.id === id))];
}
