import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../stack/paths.ts';
import { runningStack } from '../stack/running-stack.ts';

/**
 * `npm run audit -- verify …`: runs the audit service's own commands on the databases in the environment, or
 * on those of the local stack. Verifying a file needs neither.
 */
function settings(): Record<string, string> {
  const { DATABASE_URL, SIGNER_DATABASE_URL, RETENTION_DATABASE_URL } = process.env;
  const alone = process.argv.includes('--file');
  return alone || DATABASE_URL || SIGNER_DATABASE_URL || RETENTION_DATABASE_URL ? {} : runningStack().audit;
}

try {
  const cli = path.join(root, 'apps/audit/dist/cli.js');
  const env = { ...process.env, ...settings() };
  const { status } = spawnSync(process.execPath, [cli, ...process.argv.slice(2)], { env, stdio: 'inherit' });
  process.exit(status ?? 1);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
