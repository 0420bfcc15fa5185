import { fileURLToPath } from 'node:url';

const polyfill = (name: string) =>
  fileURLToPath(new URL(`../src/patient/file/prepare/node/${name}.ts`, import.meta.url));

/** Polyfills for what the PDF inspector and the TIFF decoder import, for their workers on the patient's page. */
export const nodeAliases = [
  { find: 'node:zlib', replacement: polyfill('zlib') },
  { find: 'pako', replacement: polyfill('pako') },
  { find: 'node:crypto', replacement: polyfill('crypto') },
];
