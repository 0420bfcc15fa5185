import { parseArgs } from 'node:util';
import { must, serviceCommand } from '../data/commands.ts';
import { seconds } from '../data/parts.ts';
import { runningStack } from '../stack/running-stack.ts';

const USAGE = `Usage:
  npm run reconcile [-- --dry-run] [--verify] [--republish <time>] [--deleted keep|again]
      Compares documents, stored objects, ledger and links of the running stack, which keeps running, and repairs
      differences. --verify reads every document. --republish publishes the events since <time> again, for databases
      restored from an earlier time. --deleted keeps documents that a restore brought back after they were deleted, or
      deletes them again.
      Exits with 0 if everything is consistent, with 2 if an operator has to act (docs/backup.md).`;

interface Returned {
  returned: { documentId: string }[];
}

function options() {
  try {
    return parseArgs({
      options: {
        'dry-run': { type: 'boolean', default: false },
        verify: { type: 'boolean', default: false },
        republish: { type: 'string' },
        deleted: { type: 'string' },
      },
    }).values;
  } catch {
    throw new Error(USAGE);
  }
}

async function run(): Promise<number> {
  const { 'dry-run': dryRun, verify, republish, deleted } = options();
  if (deleted !== undefined && deleted !== 'keep' && deleted !== 'again') throw new Error(USAGE);
  const began = Date.now();
  const stack = runningStack();
  const dry = dryRun ? ['--dry-run'] : [];
  const since = republish && !dryRun ? ['--republish', republish] : [];
  const command = (service: 'token' | 'document', ...args: string[]) =>
    serviceCommand(service, args, stack.environment(service));
  if (deleted === 'again' && !dryRun) {
    const found = await command('token', 'reconcile', '--dry-run', '--json');
    if (found.code === 1) throw new Error(found.output.trim());
    const { returned } = JSON.parse(found.output) as Returned;
    const ids = returned.map(({ documentId }) => documentId);
    if (ids.length > 0) console.log(await must(command('document', 'delete', ...ids)));
  }
  const documents = await command('document', 'reconcile', ...dry, ...(verify ? ['--verify'] : []), ...since);
  const keep = deleted === 'keep' ? ['--deleted', 'keep'] : [];
  const links = await command('token', 'reconcile', ...dry, ...keep, ...since);
  console.log(`${documents.output.trim()}\n${links.output.trim()}\nTook ${seconds(began)}`);
  // 1: it did not complete; 2: it completed, and an operator has to act.
  return documents.code === 1 || links.code === 1 ? 1 : Math.max(documents.code, links.code);
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error((error as Error).message);
    process.exit(1);
  },
);
