import type { Scenario } from '../users/scenario.ts';
import type { Harness } from '../harness/harness.ts';
import { query } from './facts.ts';

/**
 * Checks that the audit has exactly one entry about each document's arrival, whatever crashed: the entry's event is
 * written in the transaction of the upload.
 */
export async function checkAudit(harness: Harness, scenarios: Scenario[]): Promise<string[]> {
  const losses: string[] = [];
  for (const { documentId, token } of scenarios) {
    if (!documentId) continue;
    const entries = await query(
      harness,
      'audit',
      `SELECT 1 FROM entries WHERE action = 'document.upload' AND outcome = 'success' AND subject_id = $1::uuid`,
      [documentId],
    );
    if (entries.length !== 1)
      losses.push(`audit of ${token.patient_ref_id}: ${String(entries.length)} entries for its upload`);
  }
  return losses;
}
