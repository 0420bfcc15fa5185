import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Connect, type Plugin } from 'vite';

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080';

/** In production the gateway does this: /upload is the patient's own page, every other path the workspace. */
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

/**
 * What the patient's page has in common with the workspace, as one file: each of the small ones it would otherwise be
 * split into costs a phone far from us a trip (docs/performance.md). Of the styles the tokens alone: those of the plain
 * pages are for whole elements and would reach every page.
 */
const patientParts = [
  /node_modules\/(react|react-dom|scheduler)\/|@oxc-project[+/]runtime|rolldown.runtime|shared\/styles\/tokens/,
  /icons-react\/.*\/(createReactComponent|Icon(Camera|CircleCheck|Download|File|FileText|LinkOff|Photo|PlayerPlay|X))\./,
  /contracts\/dist\/(messages|limits)\./,
  /src\/shared\/(lib\/(format-size|format-time|save-blob)|ui\/(file-name|mark)|config\/(paths|site-config))\./,
];

const proxy = { '/api': { target: gateway }, '/config.json': { target: gateway } };

export default defineConfig({
  plugins: [react(), patientEntry()],
  server: { host: '127.0.0.1', port: 5173, proxy },
  preview: { host: '127.0.0.1', port: 4173, proxy },
  build: {
    target: ['es2022', 'safari15', 'chrome100', 'firefox102'],
    // The content security policy allows neither data: scripts nor inline ones.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        workspace: page('index.html'),
        upload: page('upload.html'),
        accessibility: page('accessibility.html'),
        privacy: page('privacy.html'),
      },
      output: {
        codeSplitting: {
          groups: [{ name: 'common', test: (id) => patientParts.some((part) => part.test(id)) }],
        },
      },
    },
  },
});
