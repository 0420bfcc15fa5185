import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
const origin = 'http://guide.example';
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

const clinic = 'Harbour Street Surgery';

const responses = {
  '/api/tokens/validate/film': {
    status: 'success',
    data: { patientRefId: 'P-10482', expiresAt: '2026-12-21T14:05:00.000Z' },
  },
};

/** Takes screenshots of the real page in the states that the guide shows, as data URLs, with the points to tap. */
export async function takePictures(browser) {
  const photo = await drawLetter(browser);
  const context = await browser.newContext({
    viewport: { width: 390, height: 760 },
    deviceScaleFactor: 2,
    timezoneId: 'Europe/London',
  });
  const page = await context.newPage();
  const respondToUpload = await serve(page, photo.length);
  await page.goto(`${origin}/upload?token=film`);
  await page.getByRole('heading', { name: 'Upload Document' }).waitFor();
  // Hides the drop zone, which phones do not show, and the progress figures.
  await page.addStyleTag({
    content:
      '.drop-hint{display:none!important}.progress-figures{visibility:hidden}.field .drop{padding:0!important;border:0!important}',
  });

  const pictures = { ready: await picture(page, ['Take a photo', 'Choose a file']) };
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'letter.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByText('letter.jpg').waitFor();
  pictures.chosen = await picture(page, ['Change']);
  await page.getByLabel('Comment (optional)').fill('This is the letter from the hospital.');
  await page.evaluate(() => document.activeElement?.blur());
  pictures.commented = await picture(page, ['Upload Document']);
  await page.getByRole('button', { name: 'Upload Document' }).click();
  await page.getByRole('progressbar').waitFor();
  pictures.sending = { ...(await picture(page, [])), bar: await page.getByRole('progressbar').boundingBox() };
  respondToUpload();
  await page.getByRole('heading', { name: 'Upload Successful' }).waitFor();
  await page.getByText('File uploaded successfully!').waitFor({ state: 'detached' });
  pictures.done = await picture(page, ['Save receipt']);
  await context.close();
  return pictures;
}

async function picture(page, buttons) {
  const taps = {};
  for (const name of buttons) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    const scrolled = await page.evaluate(() => window.scrollY);
    taps[name] = { x: box.x + box.width / 2, y: box.y + box.height / 2 + scrolled };
  }
  const image = await page.screenshot({ fullPage: true });
  return { url: `data:image/png;base64,${image.toString('base64')}`, taps };
}

/** Serves the built page; the upload gets its response when the returned function is called. */
async function serve(page, fileSize) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (responses[pathname]) return route.fulfill({ json: responses[pathname] });
    if (pathname.startsWith('/api/upload/')) {
      await released;
      const upload = {
        file_name: 'letter.jpg',
        file_size: fileSize,
        patientRefId: 'P-10482',
        receivedAt: '2026-11-21T14:05:00.000Z',
      };
      return route.fulfill({ status: 201, json: { status: 'success', data: { upload } } });
    }
    if (pathname.startsWith('/api/')) return route.fulfill({ status: 202 });
    const file = pathname === '/upload' ? 'upload.html' : pathname.slice(1);
    return route.fulfill({ body: await read(file), contentType: types[path.extname(file)] });
  });
  return release;
}

/** Reads a built file and inserts a clinic's name, as the gateway does. */
async function read(file) {
  const body = await readFile(dist + file);
  if (file !== 'upload.html') return body;
  return body
    .toString()
    .replace('data-clinic=""', `data-clinic="${clinic}"`)
    .replace(/(<span class="clinic-name">)[^<]*/, `$1${clinic}`);
}

/** Draws a letter on a table, as photographed with a phone. */
async function drawLetter(browser) {
  const page = await browser.newPage({ viewport: { width: 900, height: 1200 } });
  const line = (width) => `<i style="width:${width}%"></i>`;
  const widths = [92, 96, 88, 94, 60, 0, 95, 90, 97, 85, 40, 0, 93, 96, 70];
  await page.setContent(`<style>
    body{margin:0;height:1200px;background:#7b6a58;display:grid;place-items:center}
    main{width:720px;height:1010px;padding:70px;box-sizing:border-box;background:#fdfcf8;transform:rotate(-1.5deg);font:30px Georgia,serif;color:#222;box-shadow:0 12px 40px #0006}
    b{display:block;font-size:38px;color:#0a5f5f;margin-bottom:40px} i{display:block;height:12px;margin:20px 0;background:#9aa}
  </style><main><b>City Hospital</b>Dear Doctor,${widths.map(line).join('')}</main>`);
  const photo = await page.screenshot({ type: 'jpeg', quality: 90 });
  await page.close();
  return photo;
}
