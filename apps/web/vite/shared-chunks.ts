import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const src = fileURLToPath(new URL('../src/', import.meta.url));

/** Returns a predicate: whether a module of ours is one of `roots` or is statically imported by them. */
function importedFrom(...roots: string[]): (id: string, graph: Rolldown.ChunkingContext) => boolean {
  let found: Set<string> | undefined;
  return (id, graph) => (found ??= importsOf(roots, graph)).has(id);
}

/** Packages are left out: their index modules import everything, most of which is removed later. */
function importsOf(roots: string[], graph: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const left = roots.map((root) => src + root);
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id) || !id.startsWith(src)) continue;
    found.add(id);
    left.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** A module used by fewer screens and dialogs than this shares a chunk with the modules that the same ones use. */
const SHARED_BY = 11;

/**
 * Chunks of the workspace that several screens load. By default the bundler makes one for each combination of screens,
 * 250 in all, most of them smaller than the headers of their request, and a screen would load 80. A group includes the
 * packages that its modules use.
 */
export function sharedChunks(): Rolldown.CodeSplittingOptions {
  const onStart = importedFrom('main.tsx');
  const inLayout = importedFrom('app/layout/public-layout.tsx', 'app/layout/workspace-layout.tsx');
  return {
    groups: [
      { name: (id, graph) => (onStart(id, graph) ? 'start' : null), priority: 3 },
      { name: (id, graph) => (inLayout(id, graph) ? 'layout' : null), priority: 2, minShareCount: 2 },
      { name: 'shared', test: (id) => id.startsWith(src), priority: 1, minShareCount: SHARED_BY },
    ],
  };
}
