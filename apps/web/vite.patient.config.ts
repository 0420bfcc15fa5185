import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineParts } from './vite/inline-parts.js';
import { nodeAliases } from './vite/node-aliases.js';
import { build, experimental, page } from './vite/pages.js';
import { pdfData } from './vite/pdf-data.js';
import { plainImports } from './vite/plain-imports.js';
import { patientLanguages } from './vite/patient-languages.js';

/**
 * Builds the patient's page separately, with Preact: a quarter of React's bytes to download and parse on a
 * phone that may be five years old (docs/adr/0030). Its tests run on Preact as well (jest.config.mjs).
 */
export default defineConfig({
  plugins: [react(), plainImports(), inlineParts(), patientLanguages(), pdfData()],
  publicDir: false,
  resolve: {
    alias: [
      ...nodeAliases,
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
    ],
  },
  build: {
    ...build,
    // The page's script needs no list of the imports of its chunks: see vite/plain-imports.ts.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'js' ? [] : files),
    },
    emptyOutDir: false,
    rolldownOptions: {
      experimental,
      input: { upload: page('upload.html') },
      // One chunk for the few lines that the page and its catalogues share, so that they need one request.
      output: {
        codeSplitting: { groups: [{ name: 'runtime', test: /preload-helper|@messageformat|make-plural/ }] },
      },
    },
  },
});
