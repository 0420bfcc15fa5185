// Generates the calling service's own Prisma client into src/generated/prisma. The schema engine is not
// needed to generate code, so its download is switched off (it would fail on a machine without internet).
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const cli = createRequire(import.meta.url).resolve('prisma/build/index.js');
const result = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], {
  stdio: ['ignore', 'pipe', 'pipe'],
  encoding: 'utf8',
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
    CHECKPOINT_DISABLE: '1',
    DATABASE_URL: process.env.DATABASE_URL ?? 'postgresql://unused@127.0.0.1/unused',
  },
});
if (result.status !== 0) {
  process.stderr.write(`${result.stdout}${result.stderr}`);
  process.exit(result.status ?? 1);
}
