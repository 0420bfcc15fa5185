import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { page } from './pages.js';

/**
 * Inlines CSS and small scripts into the patient's page: every extra request delays first paint by a round
 * trip. The gateway allows them in its content security policy by hash. Font rules are moved to the script that
 * has a placeholder for them: Chromium requests a font named in an inline style with the page's whole address as
 * the referrer, the link included, whatever the page's referrer policy says.
 */
export function inlineParts(): Plugin {
  return {
    name: 'inline-parts',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        if (!path.endsWith('/upload.html')) return html;
        let fontFaces = '';
        const withStyles = html.replace(
          /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g,
          (tag, file: string) => {
            const sheet = bundle?.[file];
            if (sheet?.type !== 'asset') return tag;
            delete bundle?.[file];
            const style = String(sheet.source);
            fontFaces += (style.match(FONT_FACE) ?? []).join('');
            return element('style', style.replace(FONT_FACE, ''));
          },
        );
        return withStyles.replace(/<script data-file="([^"]+)"><\/script>/g, (_tag, file: string) => {
          const script = readFileSync(page(file), 'utf8');
          return element(
            'script',
            script.replace("'@font-face'", () => JSON.stringify(fontFaces)),
          );
        });
      },
    },
  };
}

const FONT_FACE = /@font-face\s*\{[^}]*\}/g;

/** Strips comments; assumes that no file has one at the end of a line or in a string. */
const withoutComments = (text: string): string =>
  text.replace(/^\s*\/\/.*\n/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');

const element = (name: string, content: string): string =>
  `<${name}>${withoutComments(content).trim()}</${name}>`;
