// Compiles every service and the single-page application inside an image's build stage, on the image's own Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../front-door/root.mjs';

const apps = readdirSync(path.join(root, 'apps')).filter((name) =>
  existsSync(path.join(root, 'apps', name, 'src')),
);
const services = apps.filter((name) => name !== 'web');

for (const service of services) {
  const folder = path.join(root, 'apps', service);
  if (existsSync(path.join(folder, 'prisma'))) run(folder, path.join(root, 'tools/prisma-generate.mjs'));
}
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
run(root, tsc, '-b', ...services.map((service) => `apps/${service}`));
const web = path.join(root, 'apps/web');
run(web, path.join(root, 'node_modules/vite/bin/vite.js'), 'build');
run(web, 'src/budget/check-budget.mjs');

function run(cwd, ...command) {
  const { status } = spawnSync(process.execPath, command, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
