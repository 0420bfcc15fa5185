// Builds the libraries, and then the services, the single-page application, or both, on the pinned Node:
//
//   node tools/build/main.mjs [services] [web]
//
// `npm start` and the build stage of the images use it. It does not check types: `npm run lint` does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../run/root.mjs';
import { bundleService } from './bundle.mjs';
import { compilePackage } from './compile.mjs';

const [libraries, apps] = ['libs', 'apps'].map(packagesIn);
const services = apps.filter((folder) => path.basename(folder) !== 'web');
const parts = { services: buildServices, web: buildWeb };
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);

await run(path.join(root, 'libs/patient-copy'), process.execPath, 'build/main.ts');
libraries.forEach(compilePackage);
await Promise.all(wanted.map((part) => parts[part]()));

async function buildServices() {
  const generate = path.join(root, 'tools/build/prisma-generate.mjs');
  for (const folder of services)
    if (existsSync(path.join(folder, 'prisma'))) await run(folder, process.execPath, generate);
  services.forEach(compilePackage);
  await Promise.all(services.map(bundleService));
}

function buildWeb() {
  return run(path.join(root, 'apps/web'), 'npm', 'run', 'build');
}

/** The folders with sources; an image's build stage does not have all of them. */
function packagesIn(folder) {
  const packages = readdirSync(path.join(root, folder)).map((name) => path.join(root, folder, name));
  return packages.filter((name) => existsSync(path.join(name, 'src')));
}

async function run(cwd, program, ...args) {
  const child = spawn(program, args, { cwd, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exit(code ?? 1);
}
