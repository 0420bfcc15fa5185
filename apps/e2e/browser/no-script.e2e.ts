import { UploadPage } from '../pages/index.js';
import { aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import { readRun } from '../support/run.js';
import { expectNoSidewaysScroll, link, sentence } from '../support/screen.js';
import { expect, test } from '../support/test.js';

test('a browser without JavaScript sends one document with a plain form', async ({
  browser,
  people,
  viewport,
}, info) => {
  const api = await people.get('user');
  const reference = aReference('PLAIN');
  const { id, token } = await api.createToken(reference);
  const context = await browser.newContext({
    baseURL: readRun().url,
    javaScriptEnabled: false,
    viewport,
  });
  const page = await context.newPage();
  const uploadPage = new UploadPage(page);
  const asked: { url: string; referer: string | undefined }[] = [];
  page.on('request', (request) => asked.push({ url: request.url(), referer: request.headers().referer }));
  await uploadPage.open(token);
  await expect(page.getByRole('heading', { name: 'Upload Document' })).toBeVisible();
  await expect(uploadPage.file).toHaveCount(1);
  await picture(page, info, 'no-script-form');

  await uploadPage.choose('letter.txt', 'application/pdf', Buffer.from('hello'));
  await uploadPage.submit.click();
  await expect(sentence(page, 'Only JPG, PNG, and PDF files are allowed')).toBeVisible();
  await link(page, 'Choose a file again').click();
  await uploadPage.choosePdf();
  await uploadPage.comment.fill('Without script');
  await uploadPage.submit.click();
  await expect(page.getByRole('heading', { name: 'Upload Successful' })).toBeVisible();
  await expect(sentence(page, 'This upload link is now used and invalid.')).toBeVisible();
  await expect(sentence(page, reference)).toBeVisible();
  await picture(page, info, 'no-script-done');
  expect((await api.token(id)).uploads).toMatchObject([
    { file_name: 'letter.pdf', comment: 'Without script' },
  ]);

  await uploadPage.open(token);
  await uploadPage.choosePdf('again.pdf');
  await uploadPage.submit.click();
  await expect(page.getByRole('heading', { name: 'Invalid Token' })).toBeVisible();
  await expect(
    sentence(page, 'This link has already been used. Please contact your clinician for a new link.'),
  ).toBeVisible();
  expect(asked.filter(({ referer }) => referer)).toEqual([]);
  await context.close();
});

test('a browser that cannot load the scripts shows the plain form', async ({ page, people }, info) => {
  const uploadPage = new UploadPage(page);
  const reference = aReference('OLD');
  const { id, token } = await (await people.get('user')).createToken(reference);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await uploadPage.open(token);
  await expect(uploadPage.submit).toBeVisible();
  await expect(uploadPage.file).toHaveCount(1);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'plain-form');
  await uploadPage.choosePdf();
  await uploadPage.submit.click();
  await expect(page.getByRole('heading', { name: 'Upload Successful' })).toBeVisible();
  expect((await (await people.get('user')).token(id)).uploads).toHaveLength(1);
});
