import { parseArgs } from 'node:util';
import { serviceCommand } from '../data/commands.ts';
import { runningStack } from '../stack/running-stack.ts';

const USAGE = `Usage:
  npm run purge [-- --dry-run]
      Removes now what the services of the running stack remove on schedule: stored objects of deleted documents,
      expired rows of auth (sessions, password links and the like), and records of emails and texts. --dry-run only
      reports.
      To delete audit entries: npm run audit -- prune.`;

/** The services with data that expires; each has its own `purge`. */
const purging = ['auth', 'document', 'notification'] as const;

async function run(): Promise<number> {
  const stack = runningStack();
  let worst = 0;
  for (const name of purging) {
    const { code, output } = await serviceCommand(name, ['purge', ...dryRun()], stack.environment(name));
    console.log(`${name}: ${output.trim()}`);
    worst = Math.max(worst, code);
  }
  return worst;
}

function dryRun(): string[] {
  try {
    const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
    return values['dry-run'] ? ['--dry-run'] : [];
  } catch {
    throw new Error(USAGE);
  }
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error((error as Error).message);
    process.exit(1);
  },
);
