// Copies only what one app needs at run time out of an installed and built workspace:
//
//   node tools/images/production-modules.mjs document /out
//
// npm's own --omit=dev keeps the packages of all workspaces, including the test library: 569 MB instead of 69.
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../run/root.mjs';
import { closure } from './production-closure.mjs';
import { isUnneeded } from './unneeded-files.mjs';

const [app, target] = process.argv.slice(2);
if (!app || !target) throw new Error('Usage: production-modules.mjs <app> <folder>');

const wanted = closure(`apps/${app}`);
for (const place of wanted) {
  copy(place);
  if (place.startsWith('libs/')) link(place);
}
process.stdout.write(`${app}: ${wanted.size} packages\n`);

function copy(place) {
  const from = path.join(root, place);
  const own = !place.includes('node_modules/');
  const nested = path.join(from, 'node_modules');
  const keep = (file) =>
    file !== nested && !isUnneeded(file) && (!own || isShipped(path.relative(from, file)));
  cpSync(from, path.join(target, place), { recursive: true, filter: keep });
}

/** Our own packages ship their build output, migrations and manifest. */
function isShipped(file) {
  return file === '' || file === 'package.json' || /^(?:dist|prisma)(?:\/|$)/.test(file);
}

/** Links our libraries under their package names, as npm does. */
function link(place) {
  const { name } = JSON.parse(readFileSync(path.join(root, place, 'package.json'), 'utf8'));
  const at = path.join(target, 'node_modules', name);
  mkdirSync(path.dirname(at), { recursive: true });
  symlinkSync(path.relative(path.dirname(at), path.join(target, place)), at);
}
