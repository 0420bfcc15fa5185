import { readFile } from 'node:fs/promises';
import type { Token } from '@caredrop/contracts';
import { aJpeg } from '@caredrop/testing';
import { DocumentDownloadsPage, DocumentsPage, TokenMonitorPage, UsersPage } from '../pages/index.js';
import { aReference, receive } from '../support/make.js';
import { picture } from '../support/pages.js';
import { button, field, rowOf, sentence } from '../support/screen.js';
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

asAdmin('links that expire within a week are counted and marked', async ({ page, people }, info) => {
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
  'document downloads filter at once, shorten long names and save the selection as a zip',
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
  'a clinician disabled while working is signed out and sees the reason at the next sign-in',
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
