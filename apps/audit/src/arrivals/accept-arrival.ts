import type { AuditRecord } from '@caredrop/contracts';
import type { RawSql } from '@caredrop/messaging';

export interface Arrival {
  id: string;
  source: string;
  record: AuditRecord;
}

const INSERT = `INSERT INTO arrivals (id, source, record)
  SELECT $1::uuid, $2::text, $3::jsonb WHERE NOT EXISTS (SELECT 1 FROM entries WHERE id = $1::uuid)
  ON CONFLICT (id) DO NOTHING`;

/** Queues a record for the chain, unless it is already queued or in the chain. */
export async function acceptArrival(db: RawSql, { id, source, record }: Arrival): Promise<void> {
  await db.$executeRawUnsafe(INSERT, id, source, JSON.stringify(record));
}
