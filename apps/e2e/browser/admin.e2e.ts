import { readFile } from 'node:fs/promises';
import type { DocumentsResponse, Token } from '@caredrop/contracts';
import { aJpeg } from '@caredrop/testing';
import type { Page } from '@playwright/test';
import { DocumentDownloadsPage, DocumentsPage, TokenMonitorPage, UsersPage } from '../pages/index.js';
import { databaseUrl, query } from '../support/insides.js';
import { aReference, receive } from '../support/make.js';
import { picture } from '../support/pages.js';
import { button, expectAccessible, field, rowOf, sentence } from '../support/screen.js';
import { asAdmin, expect, once } from '../support/test.js';
import { entryNames } from '../support/zip.js';

asAdmin(
  'the monitor applies filters only on Apply Filters, and Reset restores the list',
  async ({ page, people }, info) => {
    const tokenMonitorPage = new TokenMonitorPage(page);
    const api = await people.get('user', 1);
    const group = aReference('MON');
    const [kept, revoked] = await Promise.all([api.createToken(`${group}-a`), api.createToken(`${group}-b`)]);
    await api.patch(`/tokens/${revoked.id}`, { status: 'revoked' });
    await tokenMonitorPage.open();
    await expect(page.getByRole('row').nth(1)).toBeVisible();

    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/admin/tokens/monitor')) asked.push(new URL(request.url()).search);
    });
    await tokenMonitorPage.search.fill(group);
    await tokenMonitorPage.status.selectOption('revoked');
    await expect(rowOf(page, kept.patient_ref_id)).toBeVisible();
    // The live update about the two links may arrive only at this point and trigger a refetch of the list.
    expect(asked.filter((query) => /search|status/.test(query))).toEqual([]);
    await tokenMonitorPage.applyFilters.click();
    await expect(sentence(page, '1 token')).toBeVisible();
    await expect(rowOf(page, revoked.patient_ref_id)).toContainText('revoked');
    await expect(rowOf(page, kept.patient_ref_id)).toHaveCount(0);
    expect(new URLSearchParams(asked.at(-1)).has('expiryRange')).toBe(false);
    await picture(page, info, 'monitor-filtered');
    await tokenMonitorPage.reset.click();
    await expect(tokenMonitorPage.search).toHaveValue('');
    await expect(tokenMonitorPage.status).toHaveValue('');
    await expect(rowOf(page, kept.patient_ref_id)).toBeVisible();
  },
);

asAdmin(
  'the monitor searches by the start of a token and by clinician and reports an empty result',
  once,
  async ({ page, people }) => {
    const tokenMonitorPage = new TokenMonitorPage(page);
    const mine = await (await people.get('user', 1)).createToken(aReference('BEN'));
    await tokenMonitorPage.open();
    await tokenMonitorPage.search.fill(mine.token.slice(0, 8));
    await tokenMonitorPage.applyFilters.click();
    await expect(sentence(page, '1 token')).toBeVisible();
    await expect(rowOf(page, mine.patient_ref_id)).toContainText(
      `${mine.user.firstName} ${mine.user.lastName}`,
    );
    await tokenMonitorPage.clinician.selectOption({ label: 'Ana Silva' });
    await tokenMonitorPage.applyFilters.click();
    await expect(sentence(page, 'No tokens found')).toBeVisible();
  },
);

asAdmin('links that expire within a week are counted and marked', once, async ({ page, people }, info) => {
  const tokenMonitorPage = new TokenMonitorPage(page);
  const admin = await people.get('admin');
  const prefix = aReference('SOON');
  const make = (count: number, expiryDays: number) =>
    admin.post<{ tokens: Token[] }>('/tokens/bulk', { count, prefix, expiryDays });
  await make(2, 5);
  await make(1, 20);
  await tokenMonitorPage.open();
  await tokenMonitorPage.search.fill(prefix);
  await tokenMonitorPage.applyFilters.click();
  await expect(sentence(page, '3 tokens')).toBeVisible();
  const card = (label: string) => page.getByRole('listitem').filter({ hasText: label });
  await expect(card('Expiring This Week')).toContainText('2');
  await expect(card('Active')).toContainText('3');
  await expect(card('Used')).toContainText('0');
  await expect(page.getByRole('img', { name: 'expiring soon' })).toHaveCount(2);
  await expect(rowOf(page, `${prefix}-003`).getByRole('img', { name: 'expiring soon' })).toHaveCount(0);
  await picture(page, info, 'monitor-expiring');
  await tokenMonitorPage.expiryRange.selectOption('week');
  await tokenMonitorPage.applyFilters.click();
  await expect(sentence(page, '2 tokens')).toBeVisible();
});

asAdmin(
  'the Document Downloads page filters at once, shortens long names and saves the selection as a zip',
  once,
  async ({ page, people }, info) => {
    const downloadsPage = new DocumentDownloadsPage(page);
    const api = await people.get('user', 1);
    const group = aReference('DL');
    const name = 'a very long name of a referral letter.pdf';
    await receive(api, `${group}-1`, { name, comment: 'Exactly twenty chars' });
    await receive(api, `${group}-2`, { bytes: aJpeg(), name: 'card.jpg', type: 'image/jpeg' });
    await downloadsPage.open();
    await downloadsPage.reference.fill(group);
    await expect(sentence(page, '2 documents')).toBeVisible();
    const card = (label: string) => page.getByRole('listitem').filter({ hasText: label });
    await expect(card('Images')).toContainText('1');
    await expect(card('PDFs')).toContainText('1');
    await expect(sentence(page, `${name.slice(0, 20)}...`)).toHaveAttribute('title', name);
    await expect(sentence(page, 'Exactly twenty chars')).toBeVisible();

    await downloadsPage.downloadSelected.click();
    await expect(sentence(page, 'No documents selected')).toBeVisible();
    await downloadsPage.fileType.selectOption('image');
    await expect(sentence(page, '1 document')).toBeVisible();
    await expect(rowOf(page, `${group}-2`)).toBeVisible();
    await downloadsPage.fileType.selectOption('other');
    await expect(sentence(page, 'No documents found matching your filters')).toBeVisible();
    await downloadsPage.fileType.selectOption('');
    await downloadsPage.dateRange.selectOption('today');
    await expect(sentence(page, '2 documents')).toBeVisible();

    await downloadsPage.selectAll.check();
    await picture(page, info, 'admin-documents-selected');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      downloadsPage.downloadSelected.click(),
    ]);
    expect(download.suggestedFilename()).toBe(`documents-${new Date().toISOString().slice(0, 10)}.zip`);
    const names = entryNames(await readFile(await download.path()));
    expect(names).toHaveLength(2);
    expect(names.join()).toContain('card.jpg');
    await expect(sentence(page, '2 documents downloaded')).toBeVisible();
  },
);

/** Reports each document as 80 MB, so that a zip of it counts as large. */
const enlarge = (page: Page) =>
  page.route('**/api/admin/documents?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: DocumentsResponse };
    for (const upload of body.data.uploads) upload.file_size = 80_000_000;
    await route.fulfill({ response, json: body });
  });

asAdmin(
  'a large zip is written to the chosen file while it arrives, and missing documents are listed',
  once,
  async ({ page, people }, info) => {
    const downloadsPage = new DocumentDownloadsPage(page);
    const api = await people.get('user', 1);
    const group = aReference('BIG');
    await receive(api, `${group}-1`, { name: 'kept.pdf' });
    const { document } = await receive(api, `${group}-2`, { name: 'gone.pdf' });
    await query(
      databaseUrl('caredrop_document'),
      `UPDATE documents SET state = 'lost' WHERE id = '${document.id}'`,
    );
    // The picker cannot be shown without a screen; a file in the page's private storage replaces the chosen one.
    await page.addInitScript(() => {
      const chosen = async () =>
        (await navigator.storage.getDirectory()).getFileHandle('chosen.zip', { create: true });
      Object.assign(window, { showSaveFilePicker: chosen });
    });
    await enlarge(page);
    await downloadsPage.open();
    await downloadsPage.reference.fill(group);
    await expect(sentence(page, '2 documents')).toBeVisible();
    await downloadsPage.selectAll.check();
    await downloadsPage.downloadSelected.click();
    await expect(sentence(page, '1 documents downloaded')).toBeVisible();
    await expect(page.getByText('One document is not in the zip:')).toBeVisible();
    await expect(page.getByText('gone.pdf: was lost')).toBeVisible();
    await expectAccessible(page);
    await picture(page, info, 'admin-documents-missing');
    const bytes = await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      const file = await (await folder.getFileHandle('chosen.zip')).getFile();
      return Array.from(new Uint8Array(await file.arrayBuffer()));
    });
    expect(entryNames(Buffer.from(bytes))).toEqual([expect.stringContaining('kept.pdf'), 'MISSING.txt']);
  },
);

asAdmin('cancelling the download of a large zip leaves no file', once, async ({ page, people }, info) => {
  const downloadsPage = new DocumentDownloadsPage(page);
  const group = aReference('CAN');
  await receive(await people.get('user', 1), group);
  await page.addInitScript(() => {
    const part = { size: 0 };
    const file = {
      createWritable: () =>
        Promise.resolve(
          new WritableStream({ write: (chunk: Uint8Array) => void (part.size += chunk.length) }),
        ),
      getFile: () => Promise.resolve(new Blob()),
      remove: () => Promise.resolve(void Object.assign(window, { isRemoved: true })),
    };
    Object.assign(window, { showSaveFilePicker: () => Promise.resolve(file) });
    // A part of the zip arrives, and then nothing.
    const half = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(20_000_000)),
    });
    const usual = window.fetch;
    window.fetch = (input, init) =>
      new Request(input).url.endsWith('/admin/documents/download')
        ? Promise.resolve(new Response(stopping(half, init?.signal)))
        : usual(input, init);
    function stopping(body: ReadableStream, signal?: AbortSignal | null) {
      const through = new TransformStream();
      void body.pipeTo(through.writable, signal ? { signal } : {}).catch(() => undefined);
      return through.readable;
    }
  });
  await enlarge(page);
  await downloadsPage.open();
  await downloadsPage.reference.fill(group);
  await expect(sentence(page, '1 document')).toBeVisible();
  await downloadsPage.selectAll.check();
  await downloadsPage.downloadSelected.click();
  await expect(page.getByText(/^Downloading the zip: \d+ %$/)).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Download of the zip' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'admin-documents-progress');
  await button(page, 'Cancel').click();
  await expect(page.getByRole('progressbar', { name: 'Download of the zip' })).toBeHidden();
  await expect.poll(() => page.evaluate(() => (window as { isRemoved?: boolean }).isRemoved)).toBe(true);
  await expect(sentence(page, 'Failed to download documents')).toBeHidden();
});

asAdmin('clinicians are filtered by name, email and status', once, async ({ page, people }) => {
  const usersPage = new UsersPage(page);
  const admin = await people.get('admin');
  const { user, email } = await people.newClinician('Filterby');
  await usersPage.open();
  await usersPage.name.fill('gwen filterby');
  await expect(rowOf(page, email)).toBeVisible();
  await expect(rowOf(page, 'ana.silva@clinic.example')).toHaveCount(0);
  await usersPage.email.fill(email.toUpperCase());
  await expect(sentence(page, '1 clinician')).toBeVisible();
  await usersPage.status.selectOption('disabled');
  await expect(rowOf(page, email)).toHaveCount(0);
  await admin.post(`/admin/users/${user.id}/disable`, { reason: 'Left the clinic' });
  await usersPage.status.selectOption('');
  await usersPage.status.selectOption('disabled');
  await expect(rowOf(page, email)).toContainText('Left the clinic');
});

asAdmin(
  'a clinician disabled while working is signed out, and the next sign-in reports that the account is disabled',
  once,
  async ({ people, open }, info) => {
    const admin = await people.get('admin');
    const clinician = await people.newClinician('Cutoff');
    const page = await open(await people.signIn(clinician));
    await new DocumentsPage(page).open();
    await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible();
    await admin.post(`/admin/users/${clinician.user.id}/disable`, { reason: 'Left the clinic' });
    await expect(page).toHaveURL(/\/login$/, { timeout: 10_000 });
    await field(page, 'Email').fill(clinician.email);
    await field(page, 'Password').fill(clinician.password);
    await button(page, 'Sign in').click();
    await expect(sentence(page, 'Your account has been disabled')).toBeVisible();
    await picture(page, info, 'login-disabled');
  },
);
