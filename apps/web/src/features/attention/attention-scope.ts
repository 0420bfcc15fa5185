import type { Scopes } from '../../shared/people/use-scopes.js';
import type { AttentionScope } from './attention.api.js';

/**
 * Returns whose items to list: the wanted scope if it is offered, otherwise `any`, which is everything the user may
 * work on. Returns undefined for a user who has only their own items, and `any` if the scopes could not be fetched, so
 * that nothing is missed.
 */
export function attentionScope(wanted: string, { offered, failed }: Scopes): AttentionScope | undefined {
  if (offered.length === 0) return failed ? 'any' : undefined;
  if (wanted === 'mine') return 'mine';
  return offered.find((scope) => scope === wanted) ?? 'any';
}
