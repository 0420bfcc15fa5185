import type { Plugin } from 'vite';

/**
 * Turns the patient page's dynamic imports into plain ones. Vite's helper preloads the imports of a chunk,
 * which few chunks of this page have, and would add 2 % to the page's script.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
});
