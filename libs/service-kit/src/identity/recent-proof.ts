import { z } from 'zod';
import type { Principal } from '../context/request-context.js';
import { appError } from '../errors/app-error.js';
import { counter } from '../telemetry/metrics.js';

/**
 * Which calls need a fresh proof (FRESH_PROOF_SCOPE). `core`: creating administrators, weakening sign-in, exporting the
 * audit. `wide`: also disabling and enabling accounts, setting absences, adding members to teams, assigning links,
 * administrators' zip downloads, bulk deletion, and CSV files with links; by default, these need none.
 */
export const freshProofScope = z.enum(['core', 'wide']).default('core');
export type FreshProofScope = z.infer<typeof freshProofScope>;

const asked = counter('fresh_proofs_required_total', 'Calls refused because they need a fresh proof');

/** Throws 403 `proof_required` unless the user has given a fresh proof, and 401 when signed out. */
export function requireRecentProof(principal: Pick<Principal, 'recentProof'> | null): void {
  if (!principal) throw appError('unauthorized');
  if (principal.recentProof) return;
  asked.inc();
  throw appError('proof_required');
}

/**
 * Throws like {@link requireRecentProof}, but only if the configured scope includes everyday actions that affect many
 * rows or give someone access.
 */
export function requireProofForBulk(
  scope: FreshProofScope,
  principal: Pick<Principal, 'recentProof'> | null,
): void {
  if (scope === 'wide') requireRecentProof(principal);
}
