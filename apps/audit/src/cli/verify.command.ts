import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { command, said, type CommandResult } from '@caredrop/service-kit';
import { publicHalf } from '../chain/signing.js';
import { readCheckpoints } from '../checkpoints/read-checkpoints.js';
import { readExport } from '../verification/read-export.js';
import { verifyExport } from '../verification/verify-export.js';
import { verifyStore, type StoreReport } from '../verification/verify-store.js';
import { knownKeys, verdict, withDatabase } from './command.js';
import { exportText, storeText } from './report-text.js';

const text = { type: 'string' } as const;

export const verifyCommand = command({
  usage: '[--checkpoints <file>] | --file <export.json|export.csv> [--key <key id>]',
  about: `Verifies every entry and reports the last entry up to which signed checkpoints prove that none was changed, removed
    or moved. Lists records that a service wrote but that never arrived. With checkpoints kept elsewhere (a file written by
    \`checkpoint\`, or lines from a log or a syslog receiver) it also finds what an attacker with write access to the database
    removed. With --file it checks an export by itself, without the database; --key is the id that the clinic has recorded (see
    \`key\`). The file name - stands for standard input. Exit code 0: no fault; 1: verification failed; 3: no fault was found,
    but the proof is old: entries have been unsigned for over 15 minutes, or the newest checkpoint is over two hours old.`,
  options: { file: text, checkpoints: text, checkpoint: text, key: text },
  run: ({ options: { file, checkpoints, checkpoint = checkpoints, key }, env }) => {
    if (file) return verifyFile(file, key);
    return withDatabase(env, 'SIGNER_DATABASE_URL', async (prisma, config) => {
      const elsewhere = checkpoint ? readCheckpoints(await readInput(checkpoint)) : [];
      const report = await verifyStore(prisma, knownKeys(config).map(publicHalf), elsewhere);
      return said(storeText(report), exitCodeOf(report));
    });
  },
});

/** Returns the text of a file, or of standard input for the name `-`: a container cannot read the host's files. */
const readInput = (name: string): Promise<string> =>
  name === '-' ? readAll(process.stdin) : readFile(name, 'utf8');

const PROOF_IS_OLD = 3;

function exitCodeOf({ faults, reach }: StoreReport): number {
  if (faults.length > 0) return 1;
  return reach.stale ? PROOF_IS_OLD : 0;
}

async function verifyFile(file: string, key: string | undefined): Promise<CommandResult> {
  const report = verifyExport(readExport(await readInput(file)));
  if (key && key !== report.keyId)
    report.faults.push({
      kind: 'signature',
      seq: 0,
      text: `It is signed by key ${report.keyId}, not by ${key}`,
    });
  return verdict(exportText(report, key), report.faults.length === 0);
}
