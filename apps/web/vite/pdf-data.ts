import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const root = path.dirname(manifest);
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

/** Leaves out the sandbox for scripts in PDFs, which we do not run, and the decoders for browsers without WebAssembly. */
const wanted =
  /^(cmaps\/.*\.bcmap|standard_fonts\/.*\.(pfb|ttf)|wasm\/(openjpeg|jbig2|qcms_bg)\.wasm|iccs\/.*\.icc|.*LICENSE.*)$/;
const files = ['cmaps', 'standard_fonts', 'wasm', 'iccs']
  .flatMap((folder) => readdirSync(path.join(root, folder)).map((file) => `${folder}/${file}`))
  .filter((file) => wanted.test(file));

/**
 * Serves the files that pdf.js requests while it draws some PDFs, under an address that changes with its version
 * (`src/patient/pdf/pdf-reader.ts`).
 */
export const pdfData = (): Plugin => ({
  name: 'pdf-data',
  configureServer: ({ middlewares }) =>
    void middlewares.use((request, response, next) => {
      const file = request.url?.split(`/assets/pdfjs-${version}/`)[1];
      if (!file || !files.includes(file)) return next();
      createReadStream(path.join(root, file)).pipe(response);
    }),
  generateBundle() {
    for (const file of files)
      this.emitFile({
        type: 'asset',
        fileName: `assets/pdfjs-${version}/${file}`,
        source: readFileSync(path.join(root, file)),
      });
  },
});
