import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

/** Installs the packages of the lock file unless they are installed. Throws if `npm ci` fails. */
export function install() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) throw new Error(`Node 20 or later is required; this is ${process.version}`);
  if (isInstalled()) return;
  process.stdout.write('Installing packages (a minute or two) …\n');
  const started = Date.now();
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('npm ci failed; its output is above');
  process.stdout.write(`Installed in ${Math.round((Date.now() - started) / 1000)} s\n`);
}

/** Compares npm's record in node_modules with the lock file: file times mean nothing after a git checkout. */
function isInstalled() {
  const record = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record) || !existsSync(path.join(root, 'node_modules/.bin/node'))) return false;
  const wanted = packagesOf(path.join(root, 'package-lock.json'));
  const present = packagesOf(record);
  return Object.entries(wanted).every(([name, { version, optional, link }]) => {
    if (!name.includes('node_modules/') || link) return true;
    const found = present[name];
    return found ? found.version === version : Boolean(optional);
  });
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
