import { readFile } from 'node:fs/promises';
import { publicHalf } from '../chain/signing.js';
import { checkpointFile, type Checkpoint } from '../checkpoints/checkpoint.js';
import { readExport } from '../verification/read-export.js';
import { verifyExport } from '../verification/verify-export.js';
import { verifyStore } from '../verification/verify-store.js';
import { knownKeys, needed, withDatabase, type Command, type Printed } from './command.js';
import { exportText, storeText } from './report-text.js';

export const verifyCommand: Command = (config, { file, checkpoint, key }) => {
  if (file) return verifyFile(file, key);
  return withDatabase(needed(config, 'DATABASE_URL'), async (prisma) => {
    const elsewhere = checkpoint ? [await readCheckpoint(checkpoint)] : [];
    const report = await verifyStore(prisma, knownKeys(config).map(publicHalf), elsewhere);
    return { text: storeText(report), holds: report.faults.length === 0 };
  });
};

async function verifyFile(file: string, key: string | undefined): Promise<Printed> {
  const report = verifyExport(readExport(await readFile(file, 'utf8')));
  if (key && key !== report.keyId)
    report.faults.push({
      kind: 'signature',
      seq: 0,
      text: `It is signed by key ${report.keyId}, not by ${key}`,
    });
  return { text: exportText(report, key), holds: report.faults.length === 0 };
}

async function readCheckpoint(file: string): Promise<Checkpoint> {
  const {
    format: _format,
    publicKey: _key,
    ...checkpoint
  } = checkpointFile.parse(JSON.parse(await readFile(file, 'utf8')));
  return checkpoint;
}
