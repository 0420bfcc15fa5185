import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

/**
 * Installs the packages in the lock file if any are missing: all of them if `all` is set (tests and development),
 * otherwise those that building and running the product needs. Throws if npm fails.
 */
export function install({ all }) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) throw new Error(`Node 20 or later is required; this is ${process.version}`);
  if (isInstalled(all)) return;
  process.stdout.write('Installing packages (a minute or two) …\n');
  const started = Date.now();
  const args = ['ci', ...(all ? [] : ['--omit=dev']), '--loglevel=error', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('npm ci failed; its output is above');
  process.stdout.write(`Installed in ${Math.round((Date.now() - started) / 1000)} s\n`);
}

/**
 * Compares npm's record in node_modules, which it writes last, with the lock file: file times mean nothing after a git
 * checkout.
 */
function isInstalled(all) {
  const record = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record) || !existsSync(path.join(root, 'node_modules/.bin/node'))) return false;
  return missingPackages(packagesOf(path.join(root, 'package-lock.json')), packagesOf(record), all) === 0;
}

/**
 * Counts the wanted packages that are not present in the locked version. `devOptional` packages are needed by
 * tests, and optional for the product.
 */
export function missingPackages(wanted, present, all) {
  return Object.entries(wanted).filter(([name, { version, optional, devOptional, link, dev }]) => {
    if (!name.includes('node_modules/') || link || (dev && !all)) return false;
    const found = present[name];
    return found ? found.version !== version : !optional && (all || !devOptional);
  }).length;
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
