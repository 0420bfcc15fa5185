import { patientCopy } from '@caredrop/patient-copy/sync';
import type { Page } from '@playwright/test';
import { UploadPage } from '../pages/index.js';
import type { ApiClient } from '../support/api.js';
import { aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import {
  button,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  link,
  sentence,
} from '../support/screen.js';
import { readRun } from '../support/run.js';
import { expect, test } from '../support/test.js';

const arabic = patientCopy('ar');
const { request: copy } = patientCopy('en');
const items = [
  { label: 'Insurance card' },
  { label: 'Referral letter' },
  { label: 'Photo of the rash', optional: true },
];

const askFor = (api: ApiClient, more: object = {}) =>
  api.createToken(aReference('SEVERAL'), { items, ...more });

const asked = (page: Page, position: number, label: string) =>
  page.getByRole('heading', { name: `Document ${position} of 3 ${label}` });
const next = (page: Page, position: number, label: string) =>
  page.getByRole('heading', { name: `Next: document ${position} of 3 ${label}` });
const arrived = (page: Page) => page.getByRole('heading', { name: 'Upload Successful' });

async function send(page: Page): Promise<void> {
  const uploadPage = new UploadPage(page);
  await uploadPage.choosePdf();
  await uploadPage.submit.click();
  await expect(arrived(page)).toBeVisible();
}

test('a patient sends two documents, reopens the first link, and skips the third document', async ({
  page,
  open,
  people,
}, info) => {
  const uploadPage = new UploadPage(page);
  const api = await people.get('user');
  const { token } = await askFor(api);
  await uploadPage.open(token);
  await expect(asked(page, 1, 'Insurance card')).toBeVisible();
  await expect(button(page, copy.skip())).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'request-first');
  await send(page);
  await expect(next(page, 2, 'Referral letter')).toBeVisible();
  await expect(sentence(page, 'This upload link is now used and invalid.')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'request-next');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'We have your document' })).toBeVisible();
  await expect(next(page, 2, 'Referral letter')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'request-used-link');
  const other = await open(null);
  await new UploadPage(other).open(token);
  await expect(other.getByRole('heading', { name: 'A document was received with this link' })).toBeVisible();
  await button(other, 'Continue').click();
  await expect(asked(other, 2, 'Referral letter')).toBeVisible();

  await button(page, 'Continue').click();
  await expect(asked(page, 2, 'Referral letter')).toBeVisible();
  await expect(page).toHaveURL(/\/upload$/);
  await expect(sentence(page, 'letter.pdf')).toHaveCount(0);
  await send(page);
  await expect(next(page, 3, 'Photo of the rash')).toBeVisible();
  await button(page, 'Continue').click();
  await expect(asked(page, 3, 'Photo of the rash')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'request-optional');

  await button(page, copy.skip()).click();
  await expect(page.getByRole('dialog', { name: copy.leave.heading() })).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'request-skip');
  await button(page, copy.leave.confirm()).click();
  await expect(page.getByRole('heading', { name: copy.skipped() })).toBeVisible();
  await expect(sentence(page, copy.done())).toBeVisible();
  await expect(sentence(page, 'Left out')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'request-skipped');

  // This browser has sent another document since.
  await uploadPage.open(token);
  await expect(page.getByRole('heading', { name: 'We have your document' })).toBeVisible();
  await expect(sentence(page, copy.done())).toBeVisible();

  await other.reload();
  await expect(sentence(other, copy.done())).toBeVisible();
  await expect(button(other, 'Continue')).toHaveCount(0);
});

test('the date of birth is asked for only once in a request for several documents', async ({
  page,
  people,
}) => {
  const { token } = await askFor(await people.get('user'), {
    items: items.slice(0, 2),
    patient_check: { birth_date: '1948-03-27', initials: 'J. S.' },
  });
  await new UploadPage(page).open(token);
  for (const [label, typed] of [
    ['Day', '27'],
    ['Month', '3'],
    ['Year', '1948'],
  ] as const)
    await field(page, label).fill(typed);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Document 1 of 2 Insurance card' })).toBeVisible();
  await send(page);
  await button(page, 'Continue').click();
  await expect(page.getByRole('heading', { name: 'Document 2 of 2 Referral letter' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Document 2 of 2 Referral letter' })).toBeVisible();
  await send(page);
  await expect(page.getByText('You do not need to do anything else')).toBeVisible();
});

test('when the next document cannot be looked up, the page confirms the one that was sent, and Try again continues the request', async ({
  page,
  people,
}, info) => {
  const { token } = await askFor(await people.get('user'), { items: items.slice(0, 2) });
  await new UploadPage(page).open(token);
  await page.route('**/api/links/request', (route) => route.abort());
  await send(page);
  await expect(sentence(page, copy.failed())).toBeVisible();
  await expect(sentence(page, 'Your document has arrived.')).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'request-unreachable');
  await page.unroute('**/api/links/request');
  await button(page, 'Try again').click();
  await expect(page.getByRole('heading', { name: 'Next: document 2 of 2 Referral letter' })).toBeFocused();
  await button(page, 'Continue').click();
  await send(page);
  await expect(sentence(page, 'All 2 documents have arrived.')).toBeVisible();
  await expect(sentence(page, copy.done())).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'request-all');
});

test('a request in Arabic reads right to left, and a button opens the next document', async ({
  page,
  people,
}, info) => {
  const { token } = await askFor(await people.get('user'), { language: 'ar' });
  await new UploadPage(page).open(token);
  await expect(sentence(page, arabic.request.document({ position: 1, count: 3 }))).toBeVisible();
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'request-arabic');
  await new UploadPage(page).choosePdf();
  await button(page, arabic.form.upload()).click();
  await expect(sentence(page, arabic.request.next({ position: 2, count: 3 }))).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'request-arabic-next');
  await button(page, arabic.request.continue()).click();
  await expect(sentence(page, arabic.request.document({ position: 2, count: 3 }))).toBeVisible();
});

test('a browser without JavaScript goes from one document to the next', async ({
  browser,
  people,
  viewport,
}, info) => {
  const api = await people.get('user');
  const { id, token } = await askFor(api, { items: items.slice(0, 2) });
  const context = await browser.newContext({ baseURL: readRun().url, javaScriptEnabled: false, viewport });
  const page = await context.newPage();
  const uploadPage = new UploadPage(page);
  await uploadPage.open(token);
  await send(page);
  await expect(page.getByRole('heading', { name: 'Next: document 2 of 2 Referral letter' })).toBeVisible();
  await picture(page, info, 'request-no-script');

  await uploadPage.open(token);
  await uploadPage.choosePdf('again.pdf');
  await uploadPage.submit.click();
  await expect(page.getByRole('heading', { name: 'A document was received with this link' })).toBeVisible();
  await link(page, 'Continue').click();
  await send(page);
  await expect(sentence(page, 'All 2 documents have arrived.')).toBeVisible();
  expect((await api.token(id)).uploads).toHaveLength(1);
  await context.close();
});
