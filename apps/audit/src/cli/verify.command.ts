import { readFile } from 'node:fs/promises';
import { command, type CommandResult } from '@caredrop/service-kit';
import { publicHalf } from '../chain/signing.js';
import { checkpointFile, type Checkpoint } from '../checkpoints/checkpoint.js';
import { readExport } from '../verification/read-export.js';
import { verifyExport } from '../verification/verify-export.js';
import { verifyStore } from '../verification/verify-store.js';
import { knownKeys, verdict, withDatabase } from './command.js';
import { exportText, storeText } from './report-text.js';

const text = { type: 'string' } as const;

export const verifyCommand = command({
  usage: '[--checkpoint <file>] | --file <export.json|export.csv> [--key <key id>]',
  about: `Goes along the whole chain and names every entry that was changed, removed, moved or cut off. With a checkpoint
    kept elsewhere it also shows what somebody who can rewrite the whole database did. With --file it checks an export by
    itself, without the database; --key is the id that the clinic has noted (see key). Ends with 1 when it does not hold.`,
  options: { file: text, checkpoint: text, key: text },
  run: ({ options: { file, checkpoint, key }, env }) => {
    if (file) return verifyFile(file, key);
    return withDatabase(env, 'DATABASE_URL', async (prisma, config) => {
      const elsewhere = checkpoint ? [await readCheckpoint(checkpoint)] : [];
      const report = await verifyStore(prisma, knownKeys(config).map(publicHalf), elsewhere);
      return verdict(storeText(report), report.faults.length === 0);
    });
  },
});

async function verifyFile(file: string, key: string | undefined): Promise<CommandResult> {
  const report = verifyExport(readExport(await readFile(file, 'utf8')));
  if (key && key !== report.keyId)
    report.faults.push({
      kind: 'signature',
      seq: 0,
      text: `It is signed by key ${report.keyId}, not by ${key}`,
    });
  return verdict(exportText(report, key), report.faults.length === 0);
}

async function readCheckpoint(file: string): Promise<Checkpoint> {
  const {
    format: _format,
    publicKey: _key,
    ...checkpoint
  } = checkpointFile.parse(JSON.parse(await readFile(file, 'utf8')));
  return checkpoint;
}
