// Copies what one app needs to run, and nothing else, out of an installed and built workspace:
//
//   node tools/images/production-modules.mjs document /out
//
// npm's own --omit=dev keeps the packages of every workspace, those of the test library included: 569 MB against 69.
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../front-door/root.mjs';
import { closure } from './production-closure.mjs';

const [app, target] = process.argv.slice(2);
if (!app || !target) throw new Error('Usage: production-modules.mjs <app> <folder>');

/** Parts of packages that no process of ours opens: types, maps, and Prisma's compilers but the one its clients import. */
const NEEDLESS = [
  /\.(?:map|d\.[cm]?ts|md|markdown|tsbuildinfo)$/,
  /\/query_compiler_(?!fast_bg\.postgresql\.(?:wasm-base64\.)?mjs$)[^/]*$/,
  /\/(?:__tests__|\.github)$/,
];

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
    file !== nested &&
    !NEEDLESS.some((part) => part.test(file)) &&
    (!own || isShipped(path.relative(from, file)));
  cpSync(from, path.join(target, place), { recursive: true, filter: keep });
}

/** Of our own packages: what was built, migrations, and the manifest. */
function isShipped(file) {
  return file === '' || file === 'package.json' || /^(?:dist|prisma)(?:\/|$)/.test(file);
}

/** Our libraries are found under their package names, as npm links them. */
function link(place) {
  const { name } = JSON.parse(readFileSync(path.join(root, place, 'package.json'), 'utf8'));
  const at = path.join(target, 'node_modules', name);
  mkdirSync(path.dirname(at), { recursive: true });
  symlinkSync(path.relative(path.dirname(at), path.join(target, place)), at);
}
