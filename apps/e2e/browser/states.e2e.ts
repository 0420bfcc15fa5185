import { randomUUID } from 'node:crypto';
import { DocumentsPage, LinksPage, TokenMonitorPage } from '../pages/index.js';
import { aReference, receive } from '../support/make.js';
import { picture } from '../support/pages.js';
import { button, expectAccessible, link, rowOf, sentence } from '../support/screen.js';
import { asAdmin, asClinician, expect, once, test } from '../support/test.js';
import type { Page, TestInfo } from '@playwright/test';

interface List {
  path: string;
  call: RegExp;
  says: string;
}

/**
 * Expects a page whose list cannot be fetched to show the specified sentence, an explanation, and a Retry button that
 * works.
 */
async function expectRetry(page: Page, info: TestInfo, { path, call, says }: List): Promise<void> {
  // Live updates would fetch the list again before Retry is clicked.
  await page.route('**/api/events', (route) => route.abort());
  await page.route(call, (route) => route.abort());
  await page.goto(path);
  await expect(sentence(page, says)).toBeVisible();
  await expect(page.getByText(/could not be fetched\.$/)).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, `error${path.replaceAll('/', '-')}`);
  await page.unroute(call);
  await button(page, 'Retry').click();
  await expect(page.getByText(/could not be fetched\.$/)).toHaveCount(0);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
}

const tokens = { path: '/tokens', call: /\/api\/tokens(\?|$)/, says: 'Failed to load tokens' };
const documents = { path: '/documents', call: /\/api\/documents(\?|$)/, says: 'Failed to load documents' };

for (const list of [tokens, documents])
  asClinician(`${list.path} offers Retry when it cannot be loaded`, once, async ({ page, people }, info) => {
    await receive(await people.get('user'), aReference());
    await expectRetry(page, info, list);
  });

const adminLists = [
  { path: '/admin/token-monitor', call: /\/api\/admin\/tokens\/monitor/, says: 'Failed to load token data' },
  { path: '/admin/documents', call: /\/api\/admin\/documents(\?|$)/, says: 'Failed to load documents' },
  { path: '/admin/manage-users', call: /\/api\/admin\/users(\?|$)/, says: 'Failed to load users' },
];

for (const list of adminLists)
  asAdmin(`${list.path} offers Retry when it cannot be loaded`, once, async ({ page, people }, info) => {
    await receive(await people.get('user', 1), aReference());
    await expectRetry(page, info, list);
  });

test('the dashboard, documents and links of a new clinician show that they are empty', async ({
  people,
  open,
}, info) => {
  const api = await people.signIn(await people.newClinician('Newcomer'));
  const page = await open(api);
  const linksPage = new LinksPage(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Welcome back, Gwen!')).toBeVisible();
  await expect(sentence(page, 'No recent uploads')).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'empty-dashboard');
  await new DocumentsPage(page).open();
  await expect(sentence(page, 'No documents found matching your filters')).toBeVisible();
  await picture(page, info, 'empty-documents');
  await linksPage.openForm();
  await expect(sentence(page, 'No tokens found')).toBeVisible();
  await linksPage.generate.click();
  await expect(sentence(page, 'Patient Reference ID is required')).toBeVisible();
  await picture(page, info, 'empty-tokens');
});

asClinician(
  'a token page distinguishes a missing upload from a deleted document',
  async ({ page, people }, info) => {
    const api = await people.get('user');
    const waiting = await api.createToken(aReference());
    const { token, document } = await receive(api, aReference());
    await api.delete(`/upload/file/${document.id}`);
    await page.goto(`/tokens/${waiting.id}`);
    await expect(sentence(page, 'No documents have been uploaded with this token yet.')).toBeVisible();
    await picture(page, info, 'token-details-active');
    await page.goto(`/tokens/${token.id}`);
    await expect(sentence(page, 'Documents were uploaded but have been deleted')).toBeVisible();
  },
);

asClinician('the address of an unknown token or document leads to the list', once, async ({ page }, info) => {
  await page.goto(`/tokens/${randomUUID()}`);
  await expect(page).toHaveURL(/\/tokens$/);
  await expect(sentence(page, 'Failed to load token details')).toBeVisible();
  await expect(sentence(page, 'Token not found')).toBeVisible();
  await expect(button(page, 'Back')).toBeVisible();
  await picture(page, info, 'token-not-found');
  await page.goto('/documents/not-even-an-id');
  await expect(page).toHaveURL(/\/documents$/);
  await expect(sentence(page, 'Failed to load document details')).toBeVisible();
});

const notDrawable = { status: 'error', code: 'document_not_drawable', message: 'not shown' };

asClinician('a document that cannot be displayed shows a message', async ({ page, people }, info) => {
  const { document } = await receive(await people.get('user'), aReference());
  const successOf = (data: object) => ({ json: { status: 'success', data } });
  const call = new RegExp(`/api/documents/${document.id}$`);
  const show = async (changes: object) => {
    await page.unroute(call);
    await page.route(call, (route) => route.fulfill(successOf({ document: { ...document, ...changes } })));
    await page.goto(`/documents/${document.id}`);
  };
  await show({ file_type: 'application/zip' });
  await expect(sentence(page, 'Preview not available for this file type')).toBeVisible();
  await picture(page, info, 'document-no-preview');
  await page.route(/\/api\/files\/[^/]+\/pages$/, (route) =>
    route.fulfill({ status: 422, json: notDrawable }),
  );
  await show({ file_type: 'image/png' });
  await expect(sentence(page, 'Failed to load image')).toBeVisible();
  await expect(link(page, 'View Full Size')).toBeVisible();
  await picture(page, info, 'document-image-failed');
  await page.unroute(call);
  await page.route(call, (route) => route.fulfill(successOf({})));
  await page.goto(`/documents/${document.id}`);
  await expect(sentence(page, 'Invalid response format')).toBeVisible();
});

asClinician('a failed download shows the reason', once, async ({ page, people }) => {
  const { document } = await receive(await people.get('user'), aReference());
  await new DocumentsPage(page).open();
  await page.route(/\/api\/files\//, (route) => route.abort());
  await rowOf(page, document.patient_ref_id).getByRole('button', { name: 'Download', exact: true }).click();
  await expect(page.getByText(/^Failed to download file: .+/)).toBeVisible();
});

asClinician('when a link cannot be created, the form keeps its input', once, async ({ page }) => {
  const linksPage = new LinksPage(page);
  const reference = aReference();
  await linksPage.openForm();
  await page.route(/\/api\/tokens$/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await linksPage.reference.fill(reference);
  await linksPage.generate.click();
  await expect(sentence(page, 'Failed to generate upload link')).toBeVisible();
  await expect(linksPage.reference).toHaveValue(reference);
});

const oddNames = [
  'Überweisung 🩺.pdf',
  'he said "sign; here".pdf',
  `${'n'.repeat(290)}.pdf`,
  'no ending',
  'unknown.foo',
];

for (const name of oddNames)
  asClinician(`a file is downloaded under its name: ${name.slice(0, 24)}`, once, async ({ page, people }) => {
    const { document } = await receive(await people.get('user'), aReference(), { name });
    await new DocumentsPage(page).open();
    const row = rowOf(page, document.patient_ref_id);
    await expect(row).toContainText(document.file_name);
    expect(document.file_name.slice(0, 9)).toBe(name.slice(0, 9));
    expect(document.file_name).toMatch(/\.pdf$/);
    const [download, asked] = await Promise.all([
      page.waitForEvent('download'),
      page.waitForRequest(/\/api\/files\//),
      row.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect(new URL(asked.url()).searchParams.get('disposition')).toBe('attachment');
    // The browser itself replaces characters that file systems forbid.
    expect(download.suggestedFilename()).toBe(document.file_name.replaceAll('"', '_'));
  });

asAdmin('a prefix that looks like a spreadsheet formula is exported as text', once, async ({ page }) => {
  const tokenMonitorPage = new TokenMonitorPage(page);
  await tokenMonitorPage.open();
  await tokenMonitorPage.generateBulk.click();
  await tokenMonitorPage.count.fill('1');
  await tokenMonitorPage.prefix.fill('=1+1,"x"');
  await button(page, 'Generate').click();
  await expect(sentence(page, 'Successfully generated 1 tokens')).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download CSV').click()]);
  const stream = await download.createReadStream();
  const chunks = (await stream.toArray()) as Buffer[];
  const line = Buffer.concat(chunks).toString('utf8').trim().split(/\r?\n/)[1] ?? '';
  expect(line).toContain(`"'=1+1,""x""-`);
});
