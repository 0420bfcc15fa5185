import { z } from 'zod';
import type { Principal } from '../context/request-context.js';
import { proofRequired, unauthorized } from '../errors/app-error.js';
import { counter } from '../telemetry/metrics.js';

/**
 * Which calls need a fresh proof (FRESH_PROOF_SCOPE). `core`: what makes administrators, weakens sign-in or exports
 * the audit. `wide`: also disabling accounts, zips, bulk deletion and the CSV of links, which the specification lets
 * any signed-in person do without one.
 */
export const freshProofScope = z.enum(['core', 'wide']).default('core');
export type FreshProofScope = z.infer<typeof freshProofScope>;

const asked = counter('fresh_proofs_required_total', 'Calls refused for want of a fresh proof');

/** Throws 403 `proof_required` unless the person has given a fresh proof, and 401 for nobody. */
export function requireRecentProof(principal: Pick<Principal, 'recentProof'> | null): void {
  if (!principal) throw unauthorized();
  if (principal.recentProof) return;
  asked.inc();
  throw proofRequired();
}

/** As {@link requireRecentProof}, where the scope in force includes everyday bulk acts. */
export function requireProofForBulk(
  scope: FreshProofScope,
  principal: Pick<Principal, 'recentProof'> | null,
): void {
  if (scope === 'wide') requireRecentProof(principal);
}
