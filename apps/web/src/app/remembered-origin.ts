import type { Location } from 'react-router-dom';
import { paths } from '../shared/config/paths.js';

/** The page a user was on when asked to sign in; kept in the history entry, so it survives a reload. */
export interface LoginState {
  from?: string;
  /** The session ended while the user was working, as opposed to never having started. */
  ended?: boolean;
}

export const originOf = (location: Location) => location.pathname + location.search;

/** The remembered page if it is one of ours and not the sign-in page; otherwise the dashboard. */
export function returnPath(state: unknown): string {
  const from = (state as LoginState | null)?.from;
  const internal =
    typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith(paths.login.path);
  return internal ? from : paths.dashboard.path;
}
