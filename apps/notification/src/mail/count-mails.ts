import type { PrismaService } from '../database/prisma.service.js';

/** Counts of deliveries that were not sent: being collected, waiting, failed or without a recipient. */
export async function countMails(prisma: PrismaService): Promise<Record<string, number>> {
  const rows = await prisma.$queryRaw<{ state: string; count: number }[]>`
    SELECT state, count(*)::int AS count FROM mail_deliveries
    WHERE state IN ('collecting', 'pending', 'failed', 'no_recipient') GROUP BY state`;
  const counts = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  return { collecting: 0, pending: 0, failed: 0, no_recipient: 0, ...counts };
}

/** Seconds that the oldest email has waited since it was queued or released; 0 if none waits. */
export async function oldestPendingAge(prisma: PrismaService): Promise<number> {
  const [row] = await prisma.$queryRaw<{ age: number | null }[]>`
    SELECT extract(epoch FROM now() - min(created_at))::float8 AS age FROM mail_deliveries WHERE state = 'pending'`;
  return row?.age ?? 0;
}

/** Documents in collected emails that are not sent yet. */
export async function countWaitingDocuments(prisma: PrismaService): Promise<Record<string, number>> {
  const rows = await prisma.$queryRaw<{ state: string; count: number }[]>`
    SELECT state, sum(documents)::int AS count FROM mail_deliveries
    WHERE state IN ('collecting', 'pending') AND purpose = 'documents_collected' GROUP BY state`;
  return { collecting: 0, pending: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}
