// Fails when a page's JavaScript exceeds its budget, after `vite build`: what the page loads before it can be
// used, gzipped. The patient's page has the tightest budget; the workspace's screens, used in offices, may be
// larger. `--json` prints the sizes for the bench.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageWeights, total } from './page-weights.mjs';

const BUDGET = { upload: 100_000 };
/** A screen of the workspace. */
const SCREEN = 270_000;

const here = fileURLToPath(new URL('.', import.meta.url));
const screens = readdirSync(path.join(here, '../app/routes'))
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
  .map((file) => path.basename(file, '.tsx'));
const pages = [...pageWeights(path.join(here, '../../dist'), screens)].map(([page, scripts]) => ({
  page,
  bytes: total(scripts),
  budget: BUDGET[page] ?? SCREEN,
  scripts,
}));

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(pages.map(({ page, bytes, budget }) => ({ page, bytes, budget }))));
} else {
  for (const { page, bytes, budget } of pages)
    console.log(`${page}: ${bytes} bytes of gzipped JavaScript, at most ${budget}`);
}
for (const { page, bytes, budget, scripts } of pages) {
  if (bytes > 0 && bytes <= budget) continue;
  console.error(`${page} is too heavy:`);
  for (const [file, size] of scripts) console.error(`  ${size} ${file}`);
  process.exitCode = 1;
}
