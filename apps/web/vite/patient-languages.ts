import { defaultLanguage, languages } from '@caredrop/patient-copy';
import { patientCopy } from '@caredrop/patient-copy/sync';
import type { Plugin, Rolldown } from 'vite';
import { guideCaptions } from '../src/patient/guide/guide-steps.js';
import { fillPlaceholders } from './fill-placeholders.js';

const captions = /^\/guide\/guide\.([\w-]+)\.vtt$/;

/**
 * Builds the patient's page once for each language of `libs/patient-copy/locales`: `upload.html` in English,
 * `upload.pl.html` and so on, each with its text, its captions for the guide, and a preload of its own catalogue. The
 * development server has the page in English.
 */
export function patientLanguages(): Plugin {
  return {
    name: 'patient-languages',
    enforce: 'post',
    transformIndexHtml(html, { path, server }) {
      if (!server || !path.endsWith('/upload.html')) return html;
      return fillPlaceholders(html, patientCopy(defaultLanguage.id));
    },
    configureServer: ({ middlewares }) =>
      void middlewares.use((request, response, next) => {
        const id = captions.exec(request.url ?? '')?.[1];
        if (id === undefined) return next();
        response.setHeader('content-type', 'text/vtt').end(guideCaptions(patientCopy(id).captions));
      }),
    generateBundle(_options, bundle) {
      const page = bundle['upload.html'];
      if (page?.type !== 'asset') return;
      const template = String(page.source);
      for (const { id } of languages) {
        const copy = patientCopy(id);
        const html = template.replace('</head>', () => `${preloadsOf(id, bundle, template)}</head>`);
        const source = fillPlaceholders(html, copy);
        if (id === defaultLanguage.id) page.source = source;
        else this.emitFile({ type: 'asset', fileName: `upload.${id}.html`, source });
        this.emitFile({
          type: 'asset',
          fileName: `guide/guide.${id}.vtt`,
          source: guideCaptions(copy.captions),
        });
      }
    },
  };
}

/** Preloads the catalogue's chunk, and those of its imports that the page does not request already. */
function preloadsOf(id: string, bundle: Rolldown.OutputBundle, page: string): string {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const catalogue = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/catalogues/${id}.js`));
  if (!catalogue) throw new Error(`The build has no chunk for the catalogue ${id}.`);
  const preload = (file: string, mark = '') =>
    `<link rel="modulepreload" crossorigin${mark} href="/${file}">`;
  // main.tsx imports the catalogue from this address.
  return [
    preload(catalogue.fileName, ` data-language="${id}"`),
    ...catalogue.imports.filter((file) => !page.includes(file)).map((file) => preload(file)),
  ].join('');
}
