import { aPdf } from '@caredrop/testing';
import { filledField, realLifeFiles } from '@caredrop/testing/real-life';
import { patientCopy } from '@caredrop/patient-copy/sync';
import type { Token } from '@caredrop/contracts';
import type { Page } from '@playwright/test';
import { UploadPage } from '../pages/index.js';
import type { ApiClient } from '../support/api.js';
import { nextPhoto, readPages, showPages } from '../support/camera.js';
import { enterOn, tabTo } from '../support/keyboard.js';
import { aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import { patientSentence } from '../support/patient-sentence.js';
import { pdfPictures } from '../support/pdf-pictures.js';
import { expectAccessible, expectNoSidewaysScroll, sentence, settled } from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

const limit = 5 * 1024 * 1024;

/** A PDF whose pages `readPages` recognises by these numbers. */
const numberedPdf = (numbers: number[], bytes?: number) => {
  const bars = (count: number) =>
    Array.from({ length: count }, (_, at) => `${29 + at * 27} 602 13 96 re f`).join(' ');
  const drawings = numbers.map((number) => `1 0 0 rg 0 765 77 77 re f 0 g ${bars(number)}`);
  return aPdf({ drawings, text: '', ...(bytes ? { bytes } : {}) });
};
const asPdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
const asPhoto = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
const realLife = async (name: string) =>
  asPdf(name, await realLifeFiles.find((one) => one.name === name)!.bytes());

async function newLink(api: ApiClient, page: Page): Promise<{ id: string; uploadPage: UploadPage }> {
  const { id, token } = await api.createToken(aReference('PDF'));
  const uploadPage = new UploadPage(page);
  await uploadPage.open(token);
  await uploadPage.takePhoto.waitFor();
  return { id, uploadPage };
}

/** Waits for the receipt; returns the document that the clinic received. */
async function sent(page: Page, api: ApiClient, id: string): Promise<{ type: string; bytes: Buffer }> {
  await expect(page.getByRole('heading', { name: 'Upload Successful' })).toBeVisible();
  const { uploads } = await api.token(id);
  const { file_url: url, file_type: type } = uploads[0]!;
  return { type, bytes: Buffer.from(await (await fetch(url ?? '')).arrayBuffer()) };
}

test('a PDF of 9 MB is sent as pictures of its pages, by keyboard alone', once, async ({ page, people }) => {
  const api = await people.get('user');
  const { id, uploadPage } = await newLink(api, page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const chooser = page.waitForEvent('filechooser');
  await enterOn(page, page.getByRole('button', { name: 'Choose a file' }));
  await (await chooser).setFiles(asPdf('scan.pdf', numberedPdf([1, 2, 3], 9 * 1024 * 1024)));
  await expect(sentence(page, patientSentence('file_too_large'))).toBeVisible();
  await expect(page.getByText(/the pictures, and not the PDF itself/)).toBeVisible();
  expect(requested.filter((url) => /pdf-reader|render\.worker/.test(url))).toEqual([]);
  await enterOn(page, uploadPage.sendAsPictures);
  await expect(page.getByRole('heading', { name: '3 pages' })).toBeVisible();
  await enterOn(page, uploadPage.ofPage('Down', 1));
  await enterOn(page, uploadPage.ofPage('Rotate', 3));
  await enterOn(page, uploadPage.submit);

  const { type, bytes } = await sent(page, api, id);
  expect(type).toBe('application/pdf');
  expect(bytes.length).toBeLessThan(limit);
  const seen = await readPages(page, pdfPictures(bytes));
  expect(seen.map(({ corner }) => corner)).toEqual(['top left', 'top left', 'top right']);
  expect(seen.slice(0, 2).map(({ number }) => number)).toEqual([2, 1]);
});

/** The share of dark pixels in the field of `filledForm`, in a picture of its page. */
const darkInField = (page: Page, jpeg: Buffer) =>
  page.evaluate(
    async ({ encoded, field }) => {
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const scale = bitmap.width / 595;
      const canvas = Object.assign(document.createElement('canvas'), {
        width: Math.round((field.width - 8) * scale),
        height: Math.round((field.height - 8) * scale),
      });
      const context = canvas.getContext('2d')!;
      context.drawImage(bitmap, -(field.x + 4) * scale, -(842 - field.y - field.height + 4) * scale);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const dark = data.filter((value, at) => at % 4 === 0 && value < 100).length;
      return dark / (data.length / 4);
    },
    { encoded: jpeg.toString('base64'), field: filledField },
  );

for (const name of ['filled-form.pdf', 'form-without-pictures.pdf'])
  test(`what was typed into ${name} is visible in the picture`, once, async ({ page, people }) => {
    const api = await people.get('user');
    const { id, uploadPage } = await newLink(api, page);
    await uploadPage.chooseTogether([await realLife(name)]);
    await expect(page.getByText(/^There is a program in this PDF/)).toBeVisible();
    await uploadPage.sendAsPictures.click();
    await expect(page.getByRole('heading', { name: '1 page' })).toBeVisible();
    await uploadPage.submit.click();
    const { type, bytes } = await sent(page, api, id);
    expect(type).toBe('image/jpeg');
    expect(await darkInField(page, bytes)).toBeGreaterThan(0.02);
  });

test(
  'photos and PDFs that are chosen together become one PDF in the order of the files',
  once,
  async ({ page, people }) => {
    const api = await people.get('user');
    await showPages(page);
    const { id, uploadPage } = await newLink(api, page);
    const [first, second] = [await nextPhoto(page), await nextPhoto(page)];
    await uploadPage.chooseTogether([
      asPhoto('IMG_1.jpg', first),
      asPdf('letter.pdf', numberedPdf([7, 8])),
      asPhoto('IMG_2.jpg', second),
    ]);
    await expect(page.getByRole('heading', { name: '4 pages' })).toBeVisible();
    await expect(page.getByText(/^The pages of the PDF are sent as pictures\./)).toBeVisible();
    await uploadPage.submit.click();
    const { type, bytes } = await sent(page, api, id);
    expect(type).toBe('application/pdf');
    expect(bytes.length).toBeLessThan(limit);
    expect(await readPages(page, pdfPictures(bytes))).toEqual(
      [1, 7, 8, 2].map((number) => ({ number, corner: 'top left' })),
    );
  },
);

test(
  'a PDF that cannot be converted to pictures is refused with advice, and the photos stay',
  once,
  async ({ page, people }) => {
    const api = await people.get('user');
    await showPages(page);
    const { uploadPage } = await newLink(api, page);
    const photo = asPhoto('IMG_1.jpg', await nextPhoto(page));

    await uploadPage.chooseTogether([photo, await realLife('user-password.pdf')]);
    await expect(sentence(page, patientSentence('file_protected'))).toBeVisible();
    await expect(page.getByText(/^Save a copy without the password/)).toBeVisible();
    await expect(page.getByRole('heading', { name: '1 page' })).toBeVisible();

    await uploadPage.ofPage('Delete', 1).click();
    await uploadPage.chooseTogether([photo, await realLife('truncated.pdf')]);
    await expect(sentence(page, patientSentence('file_incomplete'))).toBeVisible();

    await uploadPage.ofPage('Delete', 1).click();
    await uploadPage.chooseTogether([asPdf('long.pdf', aPdf({ pages: 21, bytes: 6 * 1024 * 1024 }))]);
    await uploadPage.sendAsPictures.click();
    await expect(sentence(page, 'You can send at most 20 pages.')).toBeVisible();
    await expect(page.getByText(/^Pages in “long\.pdf”: 21\./)).toBeVisible();
    await expect(sentence(page, 'long.pdf')).toBeVisible();
  },
);

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('a chosen photo opens as large as the screen', async ({ page, people }, info) => {
  const api = await people.get('user');
  await showPages(page);
  const { uploadPage } = await newLink(api, page);
  await uploadPage.chooseTogether([asPhoto('IMG_1.jpg', await nextPhoto(page))]);
  await enterOn(page, uploadPage.previewOf('IMG_1.jpg'));
  const shown = dialogOf(page, 'IMG_1.jpg').locator('img');
  await expect(shown).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'patient-look');
  const fitting = (await shown.boundingBox())!;
  expect(fitting.height).toBeLessThan(page.viewportSize()!.height);
  await enterOn(page, page.getByRole('button', { name: 'Real size', exact: true }));
  await expect.poll(async () => (await shown.boundingBox())!.width).toBe(1240);
  const area = dialogOf(page, 'IMG_1.jpg').locator('.look-picture');
  await tabTo(page, area);
  await page.keyboard.press('End');
  await expect.poll(() => area.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  await picture(page, info, 'patient-look-real');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(uploadPage.previewOf('IMG_1.jpg')).toBeFocused();
});

test('the first page of a PDF, and the pictures made of its pages, open as large as the screen', async ({
  page,
  people,
}, info) => {
  const api = await people.get('user');
  const { uploadPage } = await newLink(api, page);
  await uploadPage.file.setInputFiles(asPdf('letter.pdf', numberedPdf([5, 6])));
  await uploadPage.previewOf('letter.pdf').click();
  await expect(dialogOf(page, 'letter.pdf').getByText('2 pages', { exact: true })).toBeVisible();
  await expect(dialogOf(page, 'letter.pdf').locator('img')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await uploadPage.file.setInputFiles(asPdf('large.pdf', numberedPdf([5, 6], 6 * 1024 * 1024)));
  await expect(uploadPage.sendAsPictures).toBeVisible();
  await settled(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'patient-pdf-too-large');
  await uploadPage.sendAsPictures.click();
  await expect(page.getByRole('heading', { name: '2 pages' })).toBeVisible();
  await uploadPage.ofPage('Rotate', 2).click();
  await uploadPage.previewOf(2).click();
  const turned = dialogOf(page, 'Page 2').locator('img');
  await expect(turned).toBeVisible();
  expect(await turned.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2339);
  await page.keyboard.press('Escape');
  await settled(page);
  await expectAccessible(page);
  await picture(page, info, 'patient-pdf-pages');
});

test(
  'the page for a PDF that is too large is usable in Arabic, right to left, at 320 px',
  once,
  async ({ page, people }, info) => {
    const api = await people.get('user');
    const body = { patientRefId: aReference('PDF'), language: 'ar' };
    const { token } = (await api.post<{ token: Token }>('/tokens', body)).body.data;
    await page.setViewportSize({ width: 320, height: 640 });
    await new UploadPage(page).open(token.token);
    const arabic = patientCopy('ar');
    await expect(page.getByRole('heading', { name: arabic.form.upload(), level: 1 })).toBeVisible();
    await new UploadPage(page).file.setInputFiles(asPdf('large.pdf', numberedPdf([5, 6], 6 * 1024 * 1024)));
    const offer = page.locator('#document-problem button');
    await expect(offer).toBeVisible();
    await expectNoSidewaysScroll(page);
    await picture(page, info, 'patient-pdf-arabic');
    await offer.click();
    await expect(page.locator('.scan-page')).toHaveCount(2);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await picture(page, info, 'patient-pdf-pages-arabic');
    await page.locator('.look-button').first().click();
    await expect(page.getByRole('dialog').locator('img')).toBeVisible();
    await expectAccessible(page);
    await picture(page, info, 'patient-look-arabic');
  },
);
