import { writeFile } from 'node:fs/promises';
import { command, said } from '@caredrop/service-kit';
import { toCheckpointFile } from '../checkpoints/checkpoint.js';
import { makeCheckpoint } from '../checkpoints/keep-checkpoints.js';
import { needed, withDatabase } from './command.js';

export const checkpointCommand = command({
  usage: '[--out <file>]',
  about: 'Signs the end of the chain as it is now; keep the file away from the database.',
  options: { out: { type: 'string' } },
  run: ({ options: { out }, env }) =>
    withDatabase(env, 'DATABASE_URL', async (prisma, config) => {
      const key = needed(config, 'AUDIT_SIGNING_KEY');
      const checkpoint = await makeCheckpoint(prisma, key);
      if (!checkpoint) return said('The audit has no entries yet.');
      const text = JSON.stringify(toCheckpointFile(key, checkpoint), null, 2);
      if (!out) return said(text);
      await writeFile(out, `${text}\n`);
      return said(`Checkpoint at entry ${checkpoint.seq} written to ${out}. Keep it away from the database.`);
    }),
});
