// The packages that an app needs at run time, from the lock file, resolved as Node does: dependencies, optional ones
// that are installed, and peers that are not optional.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../run/root.mjs';

/** The lock file's entries by location: `node_modules/zod`, `libs/contracts`. */
export const lockedPackages = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;

/** The locations of all packages that the one at `start` needs, including itself. */
export function closure(start) {
  const found = new Set();
  const open = [start];
  while (open.length > 0) {
    const place = open.pop();
    if (found.has(place)) continue;
    found.add(place);
    open.push(...neededBy(place));
  }
  return found;
}

function neededBy(place) {
  const entry = lockedPackages[place];
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = entry;
  const isNeeded = (name) => !entry.peerDependenciesMeta?.[name]?.optional;
  const peers = Object.keys(peerDependencies).filter(isNeeded);
  const required = [...Object.keys(dependencies), ...peers].map((name) => resolve(place, name, true));
  const optional = Object.keys(optionalDependencies).map((name) => resolve(place, name, false));
  return [...required, ...optional].filter(Boolean);
}

/** Folder in which Node finds `name` from `place`; for a workspace, which is a link, its real folder. */
function resolve(place, name, required) {
  for (let folder = place; ; folder = parent(folder)) {
    const candidate = path.posix.join(folder, 'node_modules', name);
    const entry = lockedPackages[candidate];
    if (entry && existsSync(path.join(root, candidate))) return entry.link ? entry.resolved : candidate;
    if (folder === '') break;
  }
  if (required) throw new Error(`${place} needs ${name}, which is not installed`);
  return undefined;
}

/** The nearest parent folder that can contain a node_modules. */
function parent(folder) {
  const at = folder.lastIndexOf('/node_modules/');
  return at < 0 ? '' : folder.slice(0, at);
}
