import type { DocumentStats } from '@caredrop/contracts';
import { Prisma } from '../generated/prisma/client.js';

const { sql } = Prisma;

/** Documents of one kind. */
export interface CountedKind {
  kind: string;
  n: bigint;
  bytes: bigint;
}

/** Numbers of listed documents by kind, as counted by triggers. */
export const countsOfAll = (kind?: string): Prisma.Sql =>
  sql`SELECT kind, sum(n)::bigint AS n, sum(bytes)::bigint AS bytes FROM document_counts
      WHERE ${kind ?? null}::text IS NULL OR kind = ${kind ?? null} GROUP BY kind`;

/** The totals that a client would get by adding up a whole list. */
export function statsOf(kinds: CountedKind[]): DocumentStats {
  const count = (kind: string) => Number(kinds.find((one) => one.kind === kind)?.n ?? 0);
  const sum = (of: 'n' | 'bytes') => kinds.reduce((total, one) => total + Number(one[of]), 0);
  return {
    ...{ total: sum('n'), totalSize: sum('bytes') },
    ...{ images: count('image'), pdfs: count('pdf'), others: count('other') },
  };
}

/** Merges the rows that changes have appended into one row per kind. More may be appended while it runs. */
export const addUpDocuments = sql`
  WITH gone AS (DELETE FROM document_counts RETURNING kind, n, bytes)
  INSERT INTO document_counts (kind, n, bytes) SELECT kind, sum(n), sum(bytes) FROM gone GROUP BY kind`;
