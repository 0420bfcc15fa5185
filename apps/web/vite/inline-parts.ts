import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { page } from './pages.js';

/**
 * Writes styles and small scripts into the patient's page: each file of its own would cost a phone far from us a trip
 * before it can paint. The gateway names what stands in the page in its policy, by hash.
 */
export function inlineParts(): Plugin {
  return {
    name: 'inline-parts',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        if (!path.endsWith('/upload.html')) return html;
        const withScripts = html.replace(/<script data-file="([^"]+)"><\/script>/g, (_tag, file: string) =>
          element('script', readFileSync(page(file), 'utf8')),
        );
        return withScripts.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (tag, file: string) => {
          const sheet = bundle?.[file];
          if (sheet?.type !== 'asset') return tag;
          delete bundle?.[file];
          return element('style', String(sheet.source));
        });
      },
    },
  };
}

/** Comments are for us; none of these files has one at the end of a line or in a string. */
const withoutComments = (text: string): string =>
  text.replace(/^\s*\/\/.*\n/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');

const element = (name: string, content: string): string =>
  `<${name}>${withoutComments(content).trim()}</${name}>`;
