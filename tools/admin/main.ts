import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../stack/paths.ts';
import { runningStack } from '../stack/running-stack.ts';

/**
 * `npm run admin -- create-user …`: runs the auth service's own command on the database in DATABASE_URL, or
 * on the local stack.
 */
function settings(): Record<string, string> {
  if (process.env.DATABASE_URL) return {};
  const stack = runningStack();
  return { DATABASE_URL: stack.database('auth'), PUBLIC_URL: stack.url, MIGRATE: 'never' };
}

try {
  const cli = path.join(root, 'apps/auth/dist/cli.js');
  const env = { ...process.env, ...settings() };
  const { status } = spawnSync(process.execPath, [cli, ...process.argv.slice(2)], { env, stdio: 'inherit' });
  process.exit(status ?? 1);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
