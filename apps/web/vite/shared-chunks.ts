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
const SHARED_BY = 3;

/** Large packages, and the schemas that use one of them. Not every screen needs them. */
const large = /\/node_modules\/(zod|@tanstack)\/|\/contracts\/dist\/(http\/|common|schema-error)/;
const isSmallPackage = (id: string): boolean => !id.startsWith(src) && !large.test(id);

/**
 * Chunks of the workspace that several screens load. By default the bundler makes one for each combination of screens,
 * 250 in all, most of them smaller than the headers of their request, and a screen would load 80. A group includes the
 * packages that its modules use, except those that an earlier group has taken.
 */
export function sharedChunks(): Rolldown.CodeSplittingOptions {
  const onStart = importedFrom('main.tsx');
  const inLayout = importedFrom('app/layout/public-layout.tsx', 'app/layout/workspace-layout.tsx');
  // With the parts that the workspace loads after a screen.
  const onEveryScreen = importedFrom(
    'app/signed-in.tsx',
    'app/layout/workspace-layout.tsx',
    'app/layout/cover-notice.tsx',
    'features/attention/attention-count.tsx',
    'features/session-warning/session-warning.tsx',
  );
  const inForm = importedFrom('app/routes/generate-link.tsx');
  return {
    // A module goes to the first group that takes it.
    groups: [
      { name: (id, graph) => (onStart(id, graph) ? 'start' : null) },
      {
        name: (id, graph) => (inLayout(id, graph) || id.includes('/@tabler/icons-react/') ? 'layout' : null),
        minShareCount: 2,
      },
      { name: (id, graph) => (onEveryScreen(id, graph) ? 'workspace' : null) },
      // The form for a new link loads schemas as well, and stays within its budget without what only lists use.
      {
        name: (id, graph) => (inForm(id, graph) || isSmallPackage(id) ? 'forms' : null),
        minShareCount: SHARED_BY,
      },
      {
        name: 'tables',
        test: /\/node_modules\/@tanstack\/|\/ui\/data-table\.tsx$/,
        minShareCount: SHARED_BY,
      },
      { name: 'lists', test: (id) => id.startsWith(src), minShareCount: SHARED_BY },
    ],
  };
}
