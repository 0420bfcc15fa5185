// Compiles every service and the single-page application inside an image's build stage, on the image's own Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../run/root.mjs';

const apps = readdirSync(path.join(root, 'apps')).filter((name) =>
  existsSync(path.join(root, 'apps', name, 'src')),
);
const services = apps.filter((name) => name !== 'web');

for (const service of services) {
  const folder = path.join(root, 'apps', service);
  if (existsSync(path.join(folder, 'prisma')))
    run(folder, process.execPath, path.join(root, 'tools/prisma-generate.mjs'));
}
run(path.join(root, 'libs/patient-copy'), process.execPath, 'build/main.ts');
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
run(root, process.execPath, tsc, '-b', ...services.map((service) => `apps/${service}`));
// `npm test` checks the types.
run(path.join(root, 'apps/web'), 'npm', 'run', 'build');

function run(cwd, program, ...args) {
  const { status } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
