import { readFile } from 'node:fs/promises';
import type { Token } from '@caredrop/contracts';
import { aJpeg, aPdf } from '@caredrop/testing';
import type { Page } from '@playwright/test';
import { UploadPage } from '../pages/index.js';
import type { ApiClient } from '../support/api.js';
import { aReference, receive } from '../support/make.js';
import { picture } from '../support/pages.js';
import { aHeic, aNoisyPng } from '../support/photos.js';
import { startLossyProxy } from '../support/lossy-proxy.js';
import { readRun } from '../support/run.js';
import { button, expectAccessible, expectSent, hold, sentence, settled } from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

const clinicianSays = 'Please contact your clinician for a new link.';

async function expectRejected(page: Page, message: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Invalid Token' })).toBeVisible();
  await expect(sentence(page, message)).toBeVisible();
  await expect(new UploadPage(page).submit).toHaveCount(0);
}

async function anExpiredLink(admin: ApiClient): Promise<string> {
  const { tokens } = (await admin.get<{ tokens: Token[] }>('/admin/tokens/monitor?status=expired')).body.data;
  if (!tokens[0]) throw new Error('the demo has no expired link, and the API cannot make one expire');
  return tokens[0].token;
}

test('used, revoked and expired links each show their own message', async ({ page, people }, info) => {
  const uploadPage = new UploadPage(page);
  const api = await people.get('user');
  const { token: used } = await receive(api, aReference());
  const revoked = await api.createToken(aReference());
  await api.patch(`/tokens/${revoked.id}`, { status: 'revoked' });

  await uploadPage.open(used.token);
  await expectRejected(page, `This link has already been used. ${clinicianSays}`);
  await expect(page.getByText(used.patient_ref_id)).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'patient-used');
  await uploadPage.open(revoked.token);
  await expectRejected(page, `This link has been cancelled. ${clinicianSays}`);
  await picture(page, info, 'patient-revoked');
  await uploadPage.open(await anExpiredLink(await people.get('admin')));
  await expectRejected(page, `This link has expired. ${clinicianSays}`);
  await picture(page, info, 'patient-expired');
});

test('a reload after sending confirms the document, and another tab shows that its file was not sent', async ({
  page,
  context,
  people,
}, info) => {
  const uploadPage = new UploadPage(page);
  const { token } = await (await people.get('user')).createToken(aReference());
  const other = await context.newPage();
  const otherUpload = new UploadPage(other);
  for (const tab of [uploadPage, otherUpload]) await tab.open(token);
  await otherUpload.choose('other.jpg', 'image/jpeg', aJpeg());
  await uploadPage.choosePdf();
  await uploadPage.submit.click();
  await expectSent(page);

  await otherUpload.submit.click();
  await expect(sentence(other, 'Another document was received with this link')).toBeVisible();
  await expect(other.getByText('“other.jpg”, the file chosen here, was not sent.')).toBeVisible();
  await expectRejected(other, `This link has already been used. ${clinicianSays}`);
  await expectAccessible(other);
  await picture(other, info, 'patient-another-was-received');
  await other.close();

  await page.reload();
  await expect(sentence(page, 'We have your document')).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'patient-own-used');
});

test(
  'after a lost response, the page does not say that the document was not sent, and a retry shows the receipt',
  once,
  async ({ context, people }) => {
    const api = await people.get('user');
    const { id, token } = await api.createToken(aReference());
    const proxy = await startLossyProxy(readRun().url);
    const page = await context.newPage();
    const uploadPage = new UploadPage(page);
    await page.goto(`${proxy.url}/upload?token=${token}`);
    await uploadPage.choosePdf();
    proxy.loseResponses = true;
    await uploadPage.submit.click();
    const unconfirmed = page.getByText(/could not confirm that your document arrived/);
    await expect(unconfirmed).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/was not sent/)).toHaveCount(0);

    proxy.loseResponses = false;
    await button(page, 'Try again').click();
    await expectSent(page);
    expect((await api.token(id)).uploads).toHaveLength(1);
    await proxy.close();
  },
);

test('the link leaves the address bar, and a reload checks it again', once, async ({ page, people }) => {
  const api = await people.get('user');
  const { id, token, patient_ref_id: reference } = await api.createToken(aReference());
  const { release } = await hold(page, 'GET', /\/api\/tokens\/validate\//);
  await new UploadPage(page).open(token);
  await expect(sentence(page, 'Validating upload token...')).toBeVisible();
  release();
  await expect(sentence(page, reference)).toBeVisible();
  await expect(page).toHaveURL(/\/upload$/);
  await page.reload();
  await expect(sentence(page, reference)).toBeVisible();
  await api.patch(`/tokens/${id}`, { status: 'revoked' });
  await page.reload();
  await expectRejected(page, `This link has been cancelled. ${clinicianSays}`);
});

test('a link that a messaging app has altered still opens', once, async ({ page, people }) => {
  const { token, patient_ref_id: reference } = await (await people.get('user')).createToken(aReference());
  const broken = `${token.slice(0, 20)}%0D%0A${token.slice(20)}`;
  for (const address of [
    `/UPLOAD?token=${token}`,
    `/upload/${token}`,
    `/upload?utm=1&amp;Token=${broken}.`,
  ]) {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(sentence(page, reference)).toBeVisible();
    await expect(page).toHaveURL(/\/upload$/);
  }
});

test('a reload without a connection does not lose the link', once, async ({ page, context, people }) => {
  const { token, patient_ref_id: reference } = await (await people.get('user')).createToken(aReference());
  await new UploadPage(page).open(token);
  await expect(sentence(page, reference)).toBeVisible();
  await context.setOffline(true);
  await page.reload().catch(() => undefined); // The browser's own page for a missing connection.
  await context.setOffline(false);
  await page.reload();
  await expect(sentence(page, reference)).toBeVisible();
});

test(
  'a link revoked while the page is open is refused when the document is sent',
  once,
  async ({ page, people }) => {
    const uploadPage = new UploadPage(page);
    const api = await people.get('user');
    const { id, token } = await api.createToken(aReference());
    await uploadPage.open(token);
    await uploadPage.choosePdf();
    await expect(sentence(page, 'letter.pdf')).toBeVisible();
    await api.patch(`/tokens/${id}`, { status: 'revoked' });
    await uploadPage.submit.click();
    await expectRejected(page, `This link has been cancelled. ${clinicianSays}`);
    expect((await api.token(id)).uploads).toEqual([]);
  },
);

test('wrong, empty, missing and oversized files each show their own message', async ({
  page,
  people,
}, info) => {
  const uploadPage = new UploadPage(page);
  const { token } = await (await people.get('user')).createToken(aReference());
  await uploadPage.open(token);
  await uploadPage.submit.click();
  await expect(sentence(page, 'Please select a file to upload')).toBeVisible();
  await uploadPage.choose('notes.txt', 'text/plain', Buffer.from('hello'));
  await expect(sentence(page, 'Only JPG, PNG, and PDF files are allowed')).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'patient-wrong-type');
  await uploadPage.choose('empty.pdf', 'application/pdf', Buffer.alloc(0));
  await expect(sentence(page, 'The selected file is empty')).toBeVisible();
  await uploadPage.choose('big.pdf', 'application/pdf', aPdf({ bytes: 5 * 1024 * 1024 }));
  await expect(sentence(page, 'File size must be less than 5MB')).toBeVisible();
  await expect(uploadPage.makeSmaller).toHaveCount(0);
  await picture(page, info, 'patient-big-pdf');
  await uploadPage.choose('card.jpg', 'image/jpeg', aJpeg({ bytes: 5 * 1024 * 1024 - 1 }));
  await expect(sentence(page, 'File size must be less than 5MB')).toHaveCount(0);
  await uploadPage.submit.click();
  await expectSent(page);
});

test('the Upload button is in view once a file is chosen, and does not cover the field that has the focus', async ({
  page,
  people,
}, info) => {
  const uploadPage = new UploadPage(page);
  const { token } = await (await people.get('user')).createToken(aReference());
  await page.setViewportSize({ width: 390, height: 664 });
  await uploadPage.open(token);
  await expect(uploadPage.takePhoto).toBeVisible();
  await expect(uploadPage.submit).not.toBeInViewport();
  await uploadPage.choosePdf();
  await expect(uploadPage.submit).toBeInViewport({ ratio: 1 });
  await picture(page, info, 'patient-ready');
  await uploadPage.comment.focus();
  const bottom = await uploadPage.comment.evaluate((field) => field.getBoundingClientRect().bottom);
  const top = await uploadPage.submit.evaluate((button) => button.getBoundingClientRect().top);
  expect(bottom).toBeLessThanOrEqual(top);
});

test('the form shows how to reach the clinic and allows pinch zoom', once, async ({ page, people }) => {
  const { token } = await (await people.get('user')).createToken(aReference());
  await new UploadPage(page).open(token);
  await expect(page.getByRole('link', { name: /^Call / })).toBeVisible();
  const viewport = await page.locator('meta[name=viewport]').getAttribute('content');
  expect(viewport).not.toMatch(/user-scalable|maximum-scale|minimum-scale/);
});

test(
  'the page follows the device’s colour scheme from light to dark while it is open',
  once,
  async ({ page, people }) => {
    const { token } = await (await people.get('user')).createToken(aReference());
    await page.emulateMedia({ colorScheme: 'light' });
    await new UploadPage(page).open(token);
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect.poll(background).toBe('rgb(246, 248, 249)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(background).toBe('rgb(15, 21, 23)');
  },
);

test('a photo over the limit is shrunk with one tap', async ({ page, people }, info) => {
  const uploadPage = new UploadPage(page);
  const api = await people.get('user');
  const { id, token } = await api.createToken(aReference());
  await uploadPage.open(token);
  await uploadPage.choose('scan.png', 'image/png', aNoisyPng(1500, 1200));
  await expect(sentence(page, 'File size must be less than 5MB')).toBeVisible();
  await picture(page, info, 'patient-too-large');
  await uploadPage.makeSmaller.click();
  await expect(page.getByText(/^Made smaller: 5\.15 MB before, .+ now\.$/)).toBeVisible();
  await picture(page, info, 'patient-made-smaller');
  await uploadPage.submit.click();
  await expectSent(page);
  const [document] = (await api.token(id)).uploads;
  expect(document?.file_type).toBe('image/jpeg');
  expect(document?.file_size).toBeLessThan(5 * 1024 * 1024);
});

test('an iPhone photo is converted to JPEG with one tap', async ({ page, people }, info) => {
  const uploadPage = new UploadPage(page);
  const api = await people.get('user');
  const { id, token } = await api.createToken(aReference());
  await uploadPage.open(token);
  await uploadPage.choose('IMG_0001.HEIC', 'image/heic', aHeic());
  await expect(sentence(page, 'Only JPG, PNG, and PDF files are allowed')).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'patient-heic');
  await uploadPage.convertToJpeg.click();
  await expect(page.getByText(/^Turned into a JPG\./)).toBeVisible();
  await uploadPage.submit.click();
  await expectSent(page);
  expect((await api.token(id)).uploads[0]?.file_type).toBe('image/jpeg');
});

test('a failed upload keeps file and comment, and Try again sends them', async ({ page, people }, info) => {
  const uploadPage = new UploadPage(page);
  const api = await people.get('user');
  const { id, token } = await api.createToken(aReference());
  await uploadPage.open(token);
  await uploadPage.choosePdf();
  await uploadPage.comment.fill('  From my GP  ');
  await page.route(/\/api\/upload\//, (route) => route.fulfill({ status: 500, body: 'not JSON' }));
  await uploadPage.submit.click();
  await expect(sentence(page, 'Something went wrong. Please try again.')).toBeVisible();
  await expect(sentence(page, 'letter.pdf')).toBeVisible();
  await expect(uploadPage.comment).toHaveValue('  From my GP  ');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expectAccessible(page);
  await picture(page, info, 'patient-failed');
  await page.unroute(/\/api\/upload\//);
  await uploadPage.tryAgain.click();
  await expectSent(page);
  expect((await api.token(id)).uploads[0]?.comment).toBe('From my GP');
});

test('the progress stays at or below 95 % until the response, and the receipt can be saved', async ({
  page,
  people,
}, info) => {
  const uploadPage = new UploadPage(page);
  const { token, patient_ref_id: reference } = await (await people.get('user')).createToken(aReference());
  await uploadPage.open(token);
  await uploadPage.choosePdf();
  const { release } = await hold(page, 'POST', /\/api\/upload\//);
  await uploadPage.submit.click();
  const bar = page.getByRole('progressbar');
  await expect(bar).toBeVisible();
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(95);
  await settled(page);
  await expectAccessible(page);
  await picture(page, info, 'patient-sending');
  release();
  await expectSent(page);
  await expectAccessible(page);
  await picture(page, info, 'patient-success');
  const [receipt] = await Promise.all([page.waitForEvent('download'), uploadPage.saveReceipt.click()]);
  expect(await readFile(await receipt.path(), 'utf8')).toContain(reference);
  await page.reload();
  await expectRejected(page, `This link has already been used. ${clinicianSays}`);
});

test('the guide shows a captioned video of 45 seconds and closes with Escape', async ({
  page,
  people,
}, info) => {
  const uploadPage = new UploadPage(page);
  const { token } = await (await people.get('user')).createToken(aReference());
  await uploadPage.open(token);
  await uploadPage.watchGuide.click();
  const dialog = page.getByRole('dialog', { name: 'How to send your document' });
  const video = dialog.locator('video');
  await expect(video).toBeVisible();
  await expect
    .poll(() => video.evaluate((one) => Math.round((one as HTMLVideoElement).duration)), { timeout: 30_000 })
    .toBe(45);
  await expect(video.locator('track[kind=captions]')).toHaveAttribute('srclang', 'en');
  await expectAccessible(page);
  await picture(page, info, 'patient-guide');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(uploadPage.watchGuide).toBeFocused();
});

test('a patient can send a document by keyboard alone', async ({ page, people }) => {
  const uploadPage = new UploadPage(page);
  const { token } = await (await people.get('user')).createToken(aReference());
  await uploadPage.open(token);
  await expect(page.getByRole('heading', { name: 'Upload Document' })).toBeVisible();
  // Awaited early: the browser takes a moment to intercept file choosers, and misses one that opens before that.
  const picker = page.waitForEvent('filechooser');
  const tabTo = async (name: string) => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
  };
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeFocused();
  await tabTo('Watch 45s guide');
  await tabTo('Take a photo');
  await tabTo('Choose a file');
  await page.keyboard.press('Enter');
  await (await picker).setFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: aPdf() });
  await expect(sentence(page, 'letter.pdf')).toBeVisible();
  const comment = uploadPage.comment;
  for (
    let stops = 0;
    stops < 8 && !(await comment.evaluate((one) => one === document.activeElement));
    stops += 1
  )
    await page.keyboard.press('Tab');
  await expect(comment).toBeFocused();
  await page.keyboard.type('By keyboard');
  await tabTo('Upload Document');
  await page.keyboard.press('Enter');
  await expectSent(page);
  await expect(page.getByRole('heading', { name: 'Upload Successful' })).toBeFocused();
});
