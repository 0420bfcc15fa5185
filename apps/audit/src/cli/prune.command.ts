import { pruneEntries } from '../retention/prune-entries.js';
import { needed, said, withDatabase, type Command } from './command.js';

const DAY = 86_400_000;

export const pruneCommand: Command = (config) =>
  withDatabase(needed(config, 'RETENTION_DATABASE_URL'), async (prisma) => {
    const cutoff = new Date(Date.now() - config.AUDIT_KEEP_DAYS * DAY);
    const segment = await pruneEntries(prisma, needed(config, 'AUDIT_SIGNING_KEY'), cutoff);
    const before = `before ${cutoff.toISOString().slice(0, 10)}`;
    if (!segment) return said(`Nothing to prune: no closed stretch of the chain is from ${before}.`);
    return said(`Pruned entries ${segment.firstSeq} to ${segment.lastSeq}, all from ${before}.`);
  });
