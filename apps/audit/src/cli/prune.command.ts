import { command, said } from '@caredrop/service-kit';
import { pruneEntries } from '../retention/prune-entries.js';
import { needed, withDatabase } from './command.js';

const DAY = 86_400_000;

export const pruneCommand = command({
  about:
    'Deletes entries older than AUDIT_KEEP_DAYS (6 years) and leaves a signed segment. Runs as the retention role.',
  run: ({ env }) =>
    withDatabase(env, 'RETENTION_DATABASE_URL', async (prisma, config) => {
      const cutoff = new Date(Date.now() - config.AUDIT_KEEP_DAYS * DAY);
      const segment = await pruneEntries(prisma, needed(config, 'AUDIT_SIGNING_KEY'), cutoff);
      const before = `before ${cutoff.toISOString().slice(0, 10)}`;
      if (!segment) return said(`Nothing to prune: no complete segment of the chain is from ${before}.`);
      return said(`Pruned entries ${segment.firstSeq} to ${segment.lastSeq}, all from ${before}.`);
    }),
});
