import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aJpeg, aPdf } from '@caredrop/testing';
import { chromium, type Page } from '@playwright/test';
import { UploadPage } from '../pages/index.js';
import type { ApiClient } from '../support/api.js';
import { fakeCamera, nextPhoto, readPages, showPages } from '../support/camera.js';
import { enterOn, typeInto } from '../support/keyboard.js';
import { aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import { pdfPictures } from '../support/pdf-pictures.js';
import { withOrientation } from '../support/photos.js';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectSent,
  sentence,
  settled,
} from '../support/screen.js';
import { expect, once, test as base } from '../support/test.js';

const test = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fakeCamera] }),
    { scope: 'worker' },
  ],
});

const limit = 5 * 1024 * 1024;

/** The one document of a link, as the clinic receives it. */
async function receivedBy(api: ApiClient, id: string): Promise<{ type: string; bytes: Buffer }> {
  const { uploads } = await api.token(id);
  expect(uploads).toHaveLength(1);
  const { file_url: url, file_type: type } = uploads[0]!;
  return { type, bytes: Buffer.from(await (await fetch(url ?? '')).arrayBuffer()) };
}

/** Everything that the page has stored in the browser, as text: bytes as Latin-1, other objects as their type. */
const storedBy = (page: Page) =>
  page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(request.error?.name));
      });
    const kept: Record<string, number> = {};
    let text = '';
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of Array.from(database.objectStoreNames)) {
        const rows = database.transaction(store).objectStore(store);
        kept[store] = await done(rows.count());
        text += JSON.stringify([await done(database.transaction(store).objectStore(store).getAllKeys())]);
        for (const value of (await done(database.transaction(store).objectStore(store).getAll())) as object[])
          for (const part of Object.values(value) as unknown[])
            text += part instanceof ArrayBuffer ? new TextDecoder('latin1').decode(part) : String(part);
      }
      database.close();
    }
    return { kept, text, storages: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]) };
  });

const nothingKept = { links: 0, parts: 0 };

test(
  'a tab that is killed after five of twelve pages loses none, and one PDF arrives with all pages in the chosen order',
  once,
  async ({ launchOptions, baseURL, people }) => {
    test.slow();
    const api = await people.get('user');
    const { id, token } = await api.createToken(aReference('SCAN'));
    const profile = await mkdtemp(path.join(tmpdir(), 'caredrop-profile-'));
    const open = async (shown: number) => {
      const context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL });
      const page = await context.newPage();
      await showPages(page, shown);
      const uploadPage = new UploadPage(page);
      await uploadPage.open(token);
      return { context, page, uploadPage };
    };

    const first = await open(0);
    await first.uploadPage.scan(1, 5);
    const crashed = first.page.waitForEvent('crash');
    const devtools = await first.context.newCDPSession(first.page);
    devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    await first.context.close();

    const { context, page, uploadPage } = await open(5);
    await expect(sentence(page, 'We kept your 5 pages.')).toBeVisible();
    await uploadPage.scan(6, 12);
    await uploadPage.done.click();
    await uploadPage.ofPage('Rotate', 3).click();
    await uploadPage.ofPage('Up', 12).click();
    await uploadPage.submit.click();
    await expectSent(page);

    const { type, bytes } = await receivedBy(api, id);
    expect(type).toBe('application/pdf');
    expect(bytes.length).toBeLessThan(limit);
    const seen = await readPages(page, pdfPictures(bytes));
    expect(seen.map(({ corner }) => corner)).toEqual(
      seen.map((_, at) => (at === 2 ? 'top right' : 'top left')),
    );
    expect(seen.flatMap(({ number }, at) => (at === 2 ? [] : [number]))).toEqual([
      1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 11,
    ]);
    const stored = await storedBy(page);
    expect(stored.kept).toEqual(nothingKept);
    await context.close();
    await rm(profile, { recursive: true });
  },
);

test('a scanned document is sent by keyboard alone', once, async ({ page, people }) => {
  const uploadPage = new UploadPage(page);
  const api = await people.get('user');
  const { id, token } = await api.createToken(aReference('SCAN'));
  await showPages(page);
  await uploadPage.open(token);
  await enterOn(page, uploadPage.takePhoto);
  await expect(uploadPage.shutter).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(uploadPage.done).toBeFocused();
  await enterOn(page, uploadPage.addPage);
  await expect(uploadPage.shutter).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sentence(page, 'Page 2 was added.')).toBeVisible();
  await expect(uploadPage.done).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '2 pages' })).toBeFocused();

  await enterOn(page, uploadPage.ofPage('Down', 1));
  await expect(uploadPage.ofPage('Up', 2)).toBeFocused();
  await enterOn(page, uploadPage.ofPage('Delete', 1));
  await expect(uploadPage.undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(uploadPage.ofPage('Delete', 1)).toBeFocused();
  await enterOn(page, uploadPage.ofPage('Rotate', 1));
  await typeInto(page, uploadPage.comment, 'By keyboard');
  await enterOn(page, uploadPage.submit);
  await expectSent(page);

  const seen = await readPages(page, pdfPictures((await receivedBy(api, id)).bytes));
  expect(seen).toEqual([
    { number: expect.any(Number), corner: 'top right' },
    { number: 1, corner: 'top left' },
  ]);
});

test('pages can be retaken, listed and deleted, with buttons of at least 44 px, on every screen', async ({
  page,
  people,
}, info) => {
  const uploadPage = new UploadPage(page);
  const { token } = await (await people.get('user')).createToken(aReference('SCAN'));
  await showPages(page, 0, ['print', 'blurred', 'dark', 'dark', 'print', 'dark']);
  await uploadPage.open(token);
  await uploadPage.takePhoto.click();
  await expect(uploadPage.shutter).toBeEnabled();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'patient-camera');
  await uploadPage.shoot(1);
  await expect(uploadPage.addPage).toBeVisible();
  await picture(page, info, 'patient-camera-page');
  await uploadPage.addPage.click();
  await uploadPage.shoot(2);
  await expect(sentence(page, 'This page looks blurred. Hold still, tap to focus.').last()).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'patient-camera-hint');

  // Taken again: the second photo gets a hint as well, and the third photo of this page gets none.
  await uploadPage.camera.getByRole('button', { name: 'Retake page 2' }).click();
  await uploadPage.shoot(2);
  await expect(page.getByText(/^This page looks dark\./).last()).toBeVisible();
  await uploadPage.camera.getByRole('button', { name: 'Retake page 2' }).click();
  await uploadPage.shoot(2);
  await expect(page.getByText(/^This page looks/)).toHaveCount(0);
  await uploadPage.addPage.click();
  await uploadPage.shoot(3);
  await uploadPage.addPage.click();
  await uploadPage.shoot(4);
  await uploadPage.camera.getByRole('button', { name: 'Use it anyway' }).click();
  await uploadPage.done.click();
  await expect(page.getByText(/^This page looks/)).toHaveCount(0);
  // The closing dialog moves the focus to the heading, which scrolls the page.
  await expect(page.getByRole('heading', { name: '4 pages' })).toBeFocused();
  await expect(page.getByText(/so far$/)).toBeVisible();
  await settled(page);
  // At the end of the page, where the sticky button covers none of the list.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'patient-pages');

  const sizes = await page
    .locator('.scan button')
    .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect()));
  for (const { width, height } of sizes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  for (let left = 4; left > 0; left -= 1) await uploadPage.ofPage('Delete', 1).click();
  await expect(uploadPage.takePhoto).toBeFocused();
});

test('a single photo from the camera is sent byte for byte', once, async ({ page, people }) => {
  const uploadPage = new UploadPage(page);
  const api = await people.get('user');
  const { id, token } = await api.createToken(aReference('SCAN'));
  await uploadPage.open(token);
  // Without colour profiles and comments, which the service may rewrite to remove identifying data.
  const photo = aJpeg();
  await page.evaluate((encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const { prototype } = (window as unknown as { ImageCapture: { prototype: { takePhoto: unknown } } })
      .ImageCapture;
    prototype.takePhoto = async () => new Blob([bytes], { type: 'image/jpeg' });
  }, photo.toString('base64'));
  await uploadPage.takePhoto.click();
  await uploadPage.shoot(1);
  await uploadPage.done.click();
  await uploadPage.submit.click();
  await expectSent(page);
  const { type, bytes } = await receivedBy(api, id);
  expect(type).toBe('image/jpeg');
  expect(bytes.equals(photo)).toBe(true);
});

test('several photos become one PDF, each upright', once, async ({ page, people }) => {
  const uploadPage = new UploadPage(page);
  const api = await people.get('user');
  const { id, token } = await api.createToken(aReference('SCAN'));
  await showPages(page);
  await uploadPage.open(token);
  const photos = [await nextPhoto(page), await nextPhoto(page, { turned: true }), await nextPhoto(page)];
  photos[1] = withOrientation(photos[1]!, 6);
  const files = photos.map((buffer, at) => ({ name: `IMG_${at}.jpg`, mimeType: 'image/jpeg', buffer }));
  await uploadPage.chooseTogether(files);
  await expect(page.getByRole('heading', { name: '3 pages' })).toBeVisible();
  await uploadPage.submit.click();
  await expectSent(page);
  const { type, bytes } = await receivedBy(api, id);
  expect(type).toBe('application/pdf');
  expect(await readPages(page, pdfPictures(bytes))).toEqual(
    [1, 2, 3].map((number) => ({ number, corner: 'top left' })),
  );
});

/** Makes the device deny the camera; if `late`, as after a permission prompt that was open for a long time. */
const rejectCamera = (page: Page, late: boolean) =>
  page.addInitScript((late) => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('refused', 'NotAllowedError'));
    if (late) Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } });
  }, late);

test("when the camera is denied, the phone's own camera opens at once", once, async ({ page, people }) => {
  const uploadPage = new UploadPage(page);
  const { token } = await (await people.get('user')).createToken(aReference('SCAN'));
  await rejectCamera(page, false);
  await uploadPage.open(token);
  const chooser = page.waitForEvent('filechooser');
  await uploadPage.takePhoto.click();
  await (await chooser).setFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: aJpeg() });
  await expect(sentence(page, 'IMG_1.jpg')).toBeVisible();
  await uploadPage.submit.click();
  await expectSent(page);
});

test(
  "after the camera was denied, a second tap opens the phone's own camera, and Add page continues from its photo",
  once,
  async ({ page, people }) => {
    const uploadPage = new UploadPage(page);
    const { token } = await (await people.get('user')).createToken(aReference('SCAN'));
    await rejectCamera(page, true);
    await showPages(page);
    await uploadPage.open(token);
    await uploadPage.takePhoto.click();
    await expect(sentence(page, 'The camera could not be opened in this page.')).toBeVisible();
    await expect(uploadPage.camera).toHaveCount(0);
    const chooser = page.waitForEvent('filechooser');
    await uploadPage.takePhoto.click();
    await expect(uploadPage.file).toHaveAttribute('capture', 'environment');
    const photo = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await nextPhoto(page) };
    await (await chooser).setFiles(photo);
    await expect(sentence(page, 'IMG_1.jpg')).toBeVisible();
    await uploadPage.addPage.click();
    await expect(page.getByRole('heading', { name: '1 page' })).toBeVisible();
    const next = page.waitForEvent('filechooser');
    await uploadPage.addPage.click();
    await (await next).setFiles({ ...photo, name: 'IMG_2.jpg', buffer: await nextPhoto(page) });
    await expect(page.getByRole('heading', { name: '2 pages' })).toBeVisible();
    await uploadPage.submit.click();
    await expectSent(page);
  },
);

test(
  'a chosen file and the comment survive a reload, belong to their link, and cannot be read in the browser',
  once,
  async ({ page, people }, info) => {
    const uploadPage = new UploadPage(page);
    const api = await people.get('user');
    const { token } = await api.createToken(aReference('SCAN'));
    const other = await api.createToken(aReference('SCAN'));
    await uploadPage.open(token);
    await uploadPage.choose('my-letter.pdf', 'application/pdf', aPdf({ text: 'a diagnosis' }));
    await expect(sentence(page, 'my-letter.pdf')).toBeVisible();
    await uploadPage.comment.fill('a secret comment');
    await expect.poll(async () => (await storedBy(page)).kept).toEqual({ links: 1, parts: 2 });
    const { text, storages } = await storedBy(page);
    for (const secret of [token, 'my-letter', 'a diagnosis', 'a secret comment']) {
      expect(text).not.toContain(secret);
      expect(storages).not.toContain(secret);
    }

    await uploadPage.open(other.token);
    await expect(sentence(page, other.patient_ref_id)).toBeVisible();
    await uploadPage.choose('other.jpg', 'image/jpeg', aJpeg());
    await expect.poll(async () => (await storedBy(page)).kept.links).toBe(2);
    await expect(page.getByText(/^We kept/)).toHaveCount(0);
    await expect(sentence(page, 'my-letter.pdf')).toHaveCount(0);
    await expect(uploadPage.comment).toHaveValue('');

    await uploadPage.open(token);
    await expect(sentence(page, 'We kept your file.')).toBeVisible();
    await expect(sentence(page, 'my-letter.pdf')).toBeVisible();
    await expect(uploadPage.comment).toHaveValue('a secret comment');
    await expectAccessible(page);
    await picture(page, info, 'patient-kept');
    await uploadPage.submit.click();
    await expectSent(page);
    await expect.poll(async () => (await storedBy(page)).kept.links).toBe(1);

    await api.patch(`/tokens/${other.id}`, { status: 'revoked' });
    await uploadPage.open(other.token);
    await expect(page.getByRole('heading', { name: 'Invalid Token' })).toBeVisible();
    await expect.poll(async () => (await storedBy(page)).kept).toEqual(nothingKept);
  },
);

test('a stored draft is deleted after 24 hours', once, async ({ page, people }) => {
  const uploadPage = new UploadPage(page);
  const { token } = await (await people.get('user')).createToken(aReference('SCAN'));
  await uploadPage.open(token);
  await uploadPage.choosePdf();
  await expect.poll(async () => (await storedBy(page)).kept).toEqual({ links: 1, parts: 2 });
  await page.clock.setFixedTime(Date.now() + 24 * 60 * 60 * 1000 + 60_000);
  await page.reload();
  await expect(uploadPage.submit).toBeVisible();
  await expect.poll(async () => (await storedBy(page)).kept).toEqual(nothingKept);
  await expect(sentence(page, 'letter.pdf')).toHaveCount(0);
});

test(
  'a document that is sent while the device is offline arrives once the device is online again',
  once,
  async ({ page, context, people }, info) => {
    const uploadPage = new UploadPage(page);
    const api = await people.get('user');
    const { id, token } = await api.createToken(aReference('SCAN'));
    await uploadPage.open(token);
    await uploadPage.choosePdf();
    await expect(sentence(page, 'letter.pdf')).toBeVisible();
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (/\/api\/upload\//.test(request.url())) keys.push(request.headers()['idempotency-key']);
    });
    await context.setOffline(true);
    await uploadPage.submit.click();
    await expect(sentence(page, 'No connection. We go on as soon as you are online.')).toBeVisible();
    await expect(uploadPage.cancel).toBeVisible();
    await settled(page);
    await expectAccessible(page);
    await picture(page, info, 'patient-offline');
    await context.setOffline(false);
    await expectSent(page);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect((await api.token(id)).uploads).toHaveLength(1);
  },
);
