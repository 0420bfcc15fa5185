import type { Scopes } from '../../shared/people/use-scopes.js';
import type { AttentionScope } from './attention.api.js';

/**
 * Returns whose items to list: the user's own, those of their teams, or those of colleagues they stand in for. Undefined
 * for a user who has only their own. `any` if it could not be fetched what the user may work on, so that nothing is
 * missed.
 */
export function attentionScope(wanted: string, { offered, failed }: Scopes): AttentionScope | undefined {
  if (offered.length === 0) return failed ? 'any' : undefined;
  if (wanted === 'mine') return 'mine';
  return offered.find((scope) => scope === wanted) ?? 'any';
}
