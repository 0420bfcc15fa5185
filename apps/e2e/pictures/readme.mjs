// Takes the README's screenshots (docs/screens) from a stack that runs with demo data:
// CAREDROP_HOME=.caredrop npm run pictures -w apps/e2e. Captures the viewport rather than whole pages; WebP,
// each under 120 kB. Start from a fresh home, because lists show its data.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { chromium } from '@playwright/test';

const screens = fileURLToPath(new URL('../../../docs/screens/', import.meta.url));
const maxBytes = 120_000;
const home = process.env.CAREDROP_HOME;
if (!home) throw new Error('CAREDROP_HOME does not name a running stack');
const run = JSON.parse(await readFile(path.resolve(home, 'run.json'), 'utf8'));

const sizes = {
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 },
  phone: { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

/** Signs in a demo user; returns an API client. */
async function signIn(role) {
  const { email, password } = run.accounts.find((account) => account.role === role);
  const call = async (method, at, bearer, body) => {
    const response = await fetch(`${run.url}/api${at}`, {
      method,
      headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${at} returned ${response.status}`);
    return (await response.json()).data;
  };
  const { token } = await call('POST', '/auth/login', null, { email, password });
  return { bearer: token, call: (method, at, body) => call(method, at, token, body) };
}

/** Saves a WebP, with the quality reduced until the file fits. */
async function save(name, png) {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  for (let quality = 88; quality >= 40; quality -= 6) {
    const bytes = await canvas.encode('webp', quality);
    if (bytes.length >= maxBytes) continue;
    await writeFile(path.join(screens, `${name}.webp`), bytes);
    console.log(`${name}.webp ${bytes.length} bytes, quality ${quality}`);
    return;
  }
  throw new Error(`${name} does not fit into ${maxBytes} bytes`);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

/** Opens a page, calls `prepare` to bring it into the wanted state, and saves the screenshot. */
async function take(name, { size, bearer, colorScheme = 'light', at }, prepare = async () => {}) {
  const localStorage = bearer ? [{ name: 'caredrop.session', value: bearer }] : [];
  const context = await browser.newContext({
    ...sizes[size],
    colorScheme,
    timezoneId: 'Europe/London',
    locale: 'en-GB',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: new URL(run.url).origin, localStorage }] },
  });
  const page = await context.newPage();
  await page.goto(run.url + at);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  await prepare(page);
  await page.evaluate(() => Promise.all([document.fonts.ready, document.activeElement?.blur()]));
  await save(name, await page.screenshot());
  await context.close();
}

await mkdir(screens, { recursive: true });
const [clinician, admin] = [await signIn('user'), await signIn('admin')];
const { uploads } = await clinician.call('GET', '/documents');
const photo = uploads.find((document) => document.file_type === 'image/jpeg');
const { token } = await clinician.call('POST', '/tokens', { patientRefId: 'PT-20431' });
const buffer = Buffer.from(await (await fetch(photo.file_url)).arrayBuffer());
const choose = async (page) => {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'IMG_2231.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByText('Change').waitFor();
};
const link = `/upload?token=${token.token}`;

await take('document', { size: 'desktop', bearer: clinician.bearer, at: `/documents/${photo.id}` }, (page) =>
  page.getByRole('img', { name: photo.file_name }).waitFor(),
);
await take('token-management', { size: 'desktop', bearer: admin.bearer, at: '/admin/token-monitor' });
await take('documents-dark', {
  size: 'desktop',
  bearer: admin.bearer,
  at: '/admin/documents',
  colorScheme: 'dark',
});
await take('tokens-phone', { size: 'phone', bearer: clinician.bearer, at: '/tokens' });
await take('patient-chosen', { size: 'phone', at: link }, choose);
await take('patient-done', { size: 'phone', at: link }, async (page) => {
  await choose(page);
  await page.getByRole('button', { name: 'Upload Document' }).click();
  await page.getByRole('heading', { name: 'Upload Successful' }).waitFor();
  await page.getByText('File uploaded successfully!').waitFor({ state: 'detached' });
});
await browser.close();
