import { writeFile } from 'node:fs/promises';
import { toCheckpointFile } from '../checkpoints/checkpoint.js';
import { makeCheckpoint } from '../checkpoints/keep-checkpoints.js';
import { needed, said, withDatabase, type Command } from './command.js';

export const checkpointCommand: Command = (config, { out }) =>
  withDatabase(needed(config, 'DATABASE_URL'), async (prisma) => {
    const key = needed(config, 'AUDIT_SIGNING_KEY');
    const checkpoint = await makeCheckpoint(prisma, key);
    if (!checkpoint) return said('The audit has no entries yet.');
    const text = JSON.stringify(toCheckpointFile(key, checkpoint), null, 2);
    if (!out) return said(text);
    await writeFile(out, `${text}\n`);
    return said(`Checkpoint at entry ${checkpoint.seq} written to ${out}. Keep it away from the database.`);
  });
