import type { Team } from '@caredrop/contracts';
import { useTeamsQuery } from '../../../shared/people/people.api.js';
import { useScopes } from '../../../shared/people/use-scopes.js';
import { useUser } from '../../../shared/session/use-session.js';

/** The teams that the user may assign a link to, archived ones included: their own, and all for an administrator. */
export function useTeamsByRole(): Team[] {
  const isAdmin = useUser()?.role === 'admin';
  const own = useScopes().teams;
  const { data: all = [] } = useTeamsQuery(undefined, { skip: !isAdmin, refetchOnMountOrArgChange: false });
  return [...all, ...own.filter(({ id }) => !all.some((team) => team.id === id))];
}
