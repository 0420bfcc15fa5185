import { command, said, type Command, type Env } from './command.js';

/** Thrown by a dry run to roll back the transaction. Carries the numbers that would have been removed. */
class OnlyLooking extends Error {
  constructor(readonly counts: Record<string, number>) {
    super('only looking');
  }
}

/** Opens the service's database and runs `work` in one transaction. */
type InTransaction<Tx> = (env: Env | undefined, work: (tx: Tx) => Promise<Counts>) => Promise<Counts>;
type Counts = Record<string, number>;

/**
 * The `purge` command for rows that a service keeps for a limited time: `remove` returns the numbers removed,
 * by kind. A dry run does the same and rolls back, so it reports exactly what a run would remove.
 */
export const purgeRowsCommand = <Tx>(
  about: string,
  inTransaction: InTransaction<Tx>,
  remove: (tx: Tx) => Promise<Counts>,
): Command =>
  command({
    usage: '[--dry-run]',
    about: `${about} --dry-run only reports.`,
    options: { 'dry-run': { type: 'boolean', default: false } },
    run: async ({ options: { 'dry-run': dryRun }, env }) => {
      const counts = await inTransaction(env, async (tx) => {
        const removed = await remove(tx);
        if (dryRun) throw new OnlyLooking(removed);
        return removed;
      }).catch((error: unknown) => {
        if (error instanceof OnlyLooking) return error.counts;
        throw error;
      });
      return said(describeCounts(counts, dryRun));
    },
  });

/** `removed: 3 sessions, 0 password links`. */
function describeCounts(counts: Counts, dryRun: boolean): string {
  const parts = Object.entries(counts).map(([what, count]) => `${String(count)} ${what}`);
  return `${dryRun ? 'would remove' : 'removed'}: ${parts.join(', ')}`;
}
