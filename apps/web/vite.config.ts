import react from '@vitejs/plugin-react';
import { defineConfig, type Connect, type Plugin } from 'vite';
import { inlineParts } from './vite/inline-parts.js';
import { nodeAliases } from './vite/node-aliases.js';
import { build, experimental, page } from './vite/pages.js';
import { pdfData } from './vite/pdf-data.js';
import { patientLanguages } from './vite/patient-languages.js';
import { sharedChunks } from './vite/shared-chunks.js';
import { withoutJsonSchemas } from './vite/without-json-schemas.js';

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080';

/** In production the gateway does this: /upload is the patient's page, every other path the workspace. */
function patientEntry(): Plugin {
  const rewrite: Connect.NextHandleFunction = (request, _response, next) => {
    if (/^\/upload\/?(\?|$)/.test(request.url ?? '')) {
      request.url = request.url!.replace(/^\/upload\/?/, '/upload.html');
    }
    next();
  };
  return {
    name: 'patient-entry',
    configureServer: (server) => void server.middlewares.use(rewrite),
    configurePreviewServer: (server) => void server.middlewares.use(rewrite),
  };
}

const proxy = { '/api': { target: gateway }, '/config.json': { target: gateway } };

/**
 * Builds the workspace and the static pages. The patient's page is only served by this configuration, and built by
 * vite.patient.config.ts.
 */
export default defineConfig({
  plugins: [
    react(),
    patientEntry(),
    inlineParts(),
    patientLanguages(),
    withoutJsonSchemas(),
    { ...pdfData(), apply: 'serve' },
  ],
  // Only the development server needs these aliases.
  resolve: { alias: nodeAliases },
  server: { host: '127.0.0.1', port: 5173, proxy },
  preview: { host: '127.0.0.1', port: 4173, proxy },
  build: {
    ...build,
    rolldownOptions: {
      experimental,
      output: { codeSplitting: sharedChunks() },
      input: {
        workspace: page('index.html'),
        accessibility: page('accessibility.html'),
        privacy: page('privacy.html'),
      },
    },
  },
});
