// Fails when the patient page's JavaScript has outgrown its budget (design §8): the entry and all that it
// loads at once, gzipped. What a conversion loads later (the HEIC decoder) does not count. After `vite build`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const budget = 100_000;
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const read = (file) => readFileSync(dist + file, 'utf8');

const sizes = new Map();

/** Counts a script and its static imports, each once. */
function count(file) {
  if (sizes.has(file)) return;
  const script = read(`assets/${file}`);
  sizes.set(file, gzipSync(script).length);
  for (const [, imported] of script.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
    count(imported);
}

for (const [, file] of read('upload.html').matchAll(/\/assets\/([^"]+\.js)"/g)) count(file);
const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
console.log(`patient page: ${total} bytes of gzipped JavaScript, at most ${budget}`);
if (total === 0 || total > budget) {
  for (const [file, size] of sizes) console.error(`  ${size} ${file}`);
  process.exitCode = 1;
}
