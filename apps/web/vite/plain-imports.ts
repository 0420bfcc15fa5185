import type { Plugin } from 'vite';

/**
 * Makes dynamic imports of the patient's page plain ones. Vite's helper requests the imports of a chunk at once, which
 * few chunks of this page have, and would be 2 % of the page's script.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
});
