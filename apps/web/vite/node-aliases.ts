import { fileURLToPath } from 'node:url';

const standIn = (name: string) =>
  fileURLToPath(new URL(`../src/patient/file/prepare/node/${name}.ts`, import.meta.url));

/** Small stand-ins for what the PDF inspector and the TIFF decoder import, for their workers on the patient's page. */
export const nodeAliases = [
  { find: 'node:zlib', replacement: standIn('zlib') },
  { find: 'pako', replacement: standIn('pako') },
  { find: 'node:crypto', replacement: standIn('crypto') },
];
