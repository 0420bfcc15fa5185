// Fails when a page exceeds its budget, after `vite build`. Measures the gzipped JavaScript that the page loads before
// it can be used. The patient's page has the tightest budget of all pages, in every language; the workspace's screens,
// used in offices, may be larger. The English catalogue, which is the source of all translations, has a budget as
// well. `--json` prints the sizes for the bench.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageWeights, total } from './page-weights.mjs';

/** The patient's page in one language. */
const UPLOAD = 30_000;
/** Translations count only towards their page: their letters may take more bytes, so they have no separate budget. */
const ENGLISH_CATALOGUE = 4096;
/** What a phone receives before it shows the form: the page with its inlined parts, and its script. */
const UPLOAD_WITH_HTML = 40_000;
/** The scanner with its English copy, loaded in addition to the page when a patient takes or picks pages. */
const SCAN = 15_000;
/** The first page that staff load, often on a machine that has not loaded it before. */
const SIGN_IN = 150_000;
/** A screen of the workspace. */
const SCREEN = 270_000;

function budgetOf(page) {
  if (page === 'upload, page and script') return UPLOAD_WITH_HTML;
  if (page === 'scan') return SCAN;
  if (page === 'login') return SIGN_IN;
  return page.startsWith('upload') ? UPLOAD : SCREEN;
}

const here = fileURLToPath(new URL('.', import.meta.url));
const screens = readdirSync(path.join(here, '../app/routes'))
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
  .map((file) => path.basename(file, '.tsx'));
const pages = [...pageWeights(path.join(here, '../../dist'), screens)].map(([page, scripts]) => ({
  page,
  bytes: total(scripts),
  budget: budgetOf(page),
  scripts,
}));
const upload = pages.find(({ page }) => page === 'upload');
const catalogue = new Map([...upload.scripts].filter(([file]) => /^en-[\w-]{8}\.js$/.test(file)));
pages.push({
  page: 'English catalogue',
  bytes: total(catalogue),
  budget: ENGLISH_CATALOGUE,
  scripts: catalogue,
});

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(pages.map(({ page, bytes, budget }) => ({ page, bytes, budget }))));
} else {
  for (const { page, bytes, budget } of pages)
    console.log(`${page}: ${bytes} bytes gzipped, at most ${budget}`);
}
for (const { page, bytes, budget, scripts } of pages) {
  if (bytes > 0 && bytes <= budget) continue;
  console.error(`${page} exceeds its budget, or its scripts were not found:`);
  for (const [file, size] of scripts) console.error(`  ${size} ${file}`);
  process.exitCode = 1;
}
