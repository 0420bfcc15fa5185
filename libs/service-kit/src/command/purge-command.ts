import { command, said, type Command, type Env } from './command.js';

/** Undoes the transaction and carries out of it what would have gone. */
class OnlyLooking extends Error {
  constructor(readonly counts: Record<string, number>) {
    super('only looking');
  }
}

/** Opens the service's database and runs `work` in one transaction. */
type InTransaction<Tx> = (env: Env | undefined, work: (tx: Tx) => Promise<Counts>) => Promise<Counts>;
type Counts = Record<string, number>;

/**
 * `purge` of rows that a service keeps for a time only: `remove` answers how many went, by what they are. A dry run
 * does the same and takes it back, so that it cannot say anything else than what would go.
 */
export const purgeRowsCommand = <Tx>(
  about: string,
  inTransaction: InTransaction<Tx>,
  remove: (tx: Tx) => Promise<Counts>,
): Command =>
  command({
    usage: '[--dry-run]',
    about: `${about} --dry-run says what would go and removes nothing.`,
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
export function describeCounts(counts: Counts, dryRun: boolean): string {
  const parts = Object.entries(counts).map(([what, count]) => `${String(count)} ${what}`);
  return `${dryRun ? 'would remove' : 'removed'}: ${parts.join(', ')}`;
}
