// The folders directly below a package's `src` import each other in one direction only, types included, so
// that a folder can be understood without the folders that use it. Files directly in `src` (settings,
// modules, metrics) belong to no folder. Planted violations are in tools/checks/folder-cycles.spec.ts.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importRule } from './import-rule.mjs';

const isSource = (name) => /\.tsx?$/.test(name) && !/\.(spec|d)\.tsx?$/.test(name);
const RELATIVE_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** `/x/apps/token/src/claims/claim.ts` → { src: '/x/apps/token/src', folder: 'claims' }; undefined elsewhere. */
function placeOf(file) {
  const match = /^(.*[\\/](?:apps|libs)[\\/][^\\/]+[\\/]src)[\\/]([^\\/]+)[\\/]/.exec(file);
  return match && { src: match[1], folder: match[2] };
}

const targetOf = (file, source) => placeOf(path.resolve(path.dirname(file), source));

/** By package: which folders each of its folders imports. Read once, because one run lints many files. */
const graphs = new Map();

function graphOf(src) {
  let graph = graphs.get(src);
  if (!graph) graphs.set(src, (graph = readGraph(src)));
  return graph;
}

function readGraph(src) {
  const graph = new Map();
  for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const from = entry.isFile() && isSource(entry.name) ? placeOf(file) : undefined;
    if (!from || from.folder === 'generated') continue;
    for (const [, source] of readFileSync(file, 'utf8').matchAll(RELATIVE_IMPORT)) {
      const to = targetOf(file, source);
      if (!to || to.src !== src || to.folder === from.folder) continue;
      graph.set(from.folder, (graph.get(from.folder) ?? new Set()).add(to.folder));
    }
  }
  return graph;
}

/** The folders from `start` to `goal`, each of which imports the next; undefined when no such path exists. */
function pathBetween(graph, start, goal) {
  const paths = [[start]];
  const seen = new Set([start]);
  for (const route of paths) {
    const last = route.at(-1);
    if (last === goal) return route;
    for (const next of graph.get(last) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...route, next]);
    }
  }
  return undefined;
}

function rejection(file, source) {
  const from = isSource(path.basename(file)) ? placeOf(file) : undefined;
  const to = from && source.startsWith('.') ? targetOf(file, source) : undefined;
  if (!to || to.src !== from.src || to.folder === from.folder) return undefined;
  const back = pathBetween(graphOf(from.src), to.folder, from.folder);
  return back && `Folders import each other in a circle: ${[from.folder, ...back].join(' → ')}.`;
}

export const folderCycles = importRule('keeps the folders of a package free of cycles', rejection);
