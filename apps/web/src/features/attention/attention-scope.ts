import type { Scopes } from '../../shared/people/use-scopes.js';
import type { AttentionScope } from './attention.api.js';

/**
 * Whose items need the user's attention: their own, and those of their teams and of colleagues whom they stand in for.
 * Absent for a user who has only their own. Everything that may be theirs while that is not certain, so that nothing is
 * missed.
 */
export function attentionScope(wanted: string, { offered, failed }: Scopes): AttentionScope | undefined {
  if (offered.length === 0) return failed ? 'any' : undefined;
  if (wanted === 'mine') return 'mine';
  return offered.find((scope) => scope === wanted) ?? 'any';
}
