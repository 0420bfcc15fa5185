import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** Matches the static imports of a script, but not its dynamic imports. */
const STATIC_IMPORT = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;

/** The chunk that the router loads around a screen of the workspace; see vite/shared-chunks.ts. */
const around = ['workspace'];
/** Screens outside the workspace, and what the router loads around them instead. */
const outside = {
  login: [],
  'forgot-password': [],
  'reset-password': [],
  landing: ['public-layout'],
  unauthorized: ['public-layout'],
};

/**
 * Bytes of gzipped JavaScript that each page loads before it can be used, by script. The patient's page counts once per
 * language (`upload`, `upload.pl`): its entry and that language's catalogue. A screen of the workspace counts the
 * common entry, what the router loads around it, and its own chunk. Two further rows are `upload, page and script`,
 * with the HTML, and `scan`, which the patient's page loads for the scanner.
 *
 * @param {string} dist the folder that `vite build` wrote
 * @param {string[]} screens names of the modules in src/app/routes
 * @returns {Map<string, Map<string, number>>} page → script → bytes
 */
export function pageWeights(dist, screens) {
  const read = (file) => readFileSync(path.join(dist, file), 'utf8');
  const assets = readdirSync(path.join(dist, 'assets'));
  const entry = (html) => [...read(html).matchAll(/\/assets\/([^"]+\.js)"/g)].map(([, file]) => file);
  const closure = (files, found = new Map()) => {
    for (const file of files) {
      if (found.has(file)) continue;
      const script = read(`assets/${file}`);
      found.set(file, gzipSync(script).length);
      closure(
        [...script.matchAll(STATIC_IMPORT)].map(([, imported]) => imported),
        found,
      );
    }
    return found;
  };
  const uploads = readdirSync(dist).filter((file) => /^upload(\.[\w-]+)?\.html$/.test(file));
  const workspace = entry('index.html');
  const upload = closure(entry('upload.html'));
  const part = (screen) => assets.filter((file) => new RegExp(`^${screen}-[\\w-]{8}\\.js$`).test(file));
  // Other chunks may have the name of a screen; only the router's modules export a `Component`.
  const route = (name) => part(name).filter((file) => /\bas Component\b/.test(read(`assets/${file}`)));
  return new Map([
    ...uploads.map((file) => [file.replace('.html', ''), closure(entry(file))]),
    ['upload, page and script', new Map([...upload, ['upload.html', gzipSync(read('upload.html')).length]])],
    [
      'scan',
      new Map([...closure([...part('scan'), ...part('en\\.scan')])].filter(([file]) => !upload.has(file))),
    ],
    ...screens.map((screen) => [
      screen,
      closure([...workspace, ...(outside[screen] ?? around).flatMap(part), ...route(screen)]),
    ]),
  ]);
}

/** @param {Map<string, number>} weights */
export const total = (weights) => [...weights.values()].reduce((sum, bytes) => sum + bytes, 0);
