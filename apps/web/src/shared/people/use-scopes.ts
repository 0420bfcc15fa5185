import type { ListScope, Team } from '@caredrop/contracts';
import { useCoversQuery, useOwnTeamsQuery } from './people.api.js';

export interface Scopes {
  /** What the user may work on beyond their own: links of their teams, and of colleagues whom they stand in for now. */
  offered: Exclude<ListScope, 'mine'>[];
  /** Both requests have succeeded or failed. */
  ready: boolean;
  /** One of the requests failed, so scopes may be missing. */
  failed: boolean;
  /** The teams that the user belongs to. */
  teams: Team[];
}

/** The layout fetches them once; events and the clock refresh them. */
const once = { refetchOnMountOrArgChange: false };

/** Whose links and documents the signed-in user sees. */
export function useScopes(): Scopes {
  const teams = useOwnTeamsQuery(undefined, once);
  const covers = useCoversQuery(undefined, once);
  const inTeam = (teams.data?.length ?? 0) > 0;
  const standsIn = covers.data?.standingIn.some(({ running }) => running) ?? false;
  return {
    offered: [...(inTeam ? (['team'] as const) : []), ...(standsIn ? (['covered'] as const) : [])],
    ready: [teams, covers].every(({ data, isError }) => data !== undefined || isError),
    failed: teams.isError || covers.isError,
    teams: teams.data ?? [],
  };
}

/** The scope in the URL, or the user's own if it is not offered. Until that is known, the URL decides. */
export function scopeOf(wanted: string, { offered, ready, failed }: Scopes): ListScope {
  if (wanted !== 'team' && wanted !== 'covered') return 'mine';
  return offered.includes(wanted) || !ready || failed ? wanted : 'mine';
}
