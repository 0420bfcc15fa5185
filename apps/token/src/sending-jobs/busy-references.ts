import type { SendingReason } from '@caredrop/contracts';
import type { Tx } from '../database/prisma.service.js';

/**
 * The references for which the owner already has an active link, or a row of a file that waits to be sent, each with
 * its reason. Links of colleagues are not looked up: that would disclose them.
 */
export async function busyReferences(
  db: Pick<Tx, '$queryRaw'>,
  ownerId: string,
  references: string[],
): Promise<Map<string, SendingReason>> {
  const rows = await db.$queryRaw<{ reference: string; code: SendingReason }[]>`
    SELECT r."reference", 'reference_waiting' AS code
    FROM "sending_rows" r JOIN "sending_jobs" j ON j."id" = r."job_id"
    WHERE j."owner_id" = ${ownerId}::uuid AND j."ended_at" IS NULL AND r."state" = 'waiting'
      AND r."reference" = ANY(${references})
    UNION ALL
    SELECT "patient_ref_id", 'reference_active' FROM "tokens"
    WHERE "owner_id" = ${ownerId}::uuid AND "status" = 'active' AND "confirmed_at" IS NULL AND "expires_at" > now()
      AND "patient_ref_id" = ANY(${references})`;
  return new Map(rows.map(({ reference, code }) => [reference, code]));
}
