import { readFile } from 'node:fs/promises';
import type { Token } from '@caredrop/contracts';
import { aJpeg } from '@caredrop/testing';
import { aReference, receive } from '../support/make.js';
import { picture } from '../support/pages.js';
import { button, field, rowOf, sentence } from '../support/screen.js';
import { asAdmin, expect, once } from '../support/test.js';
import { entryNames } from '../support/zip.js';

asAdmin(
  'the monitor filters only on Apply Filters, and Reset restores the list',
  async ({ page, people }, info) => {
    const api = await people.get('user', 1);
    const group = aReference('MON');
    const [kept, revoked] = await Promise.all([api.createToken(`${group}-a`), api.createToken(`${group}-b`)]);
    await api.patch(`/tokens/${revoked.id}`, { status: 'revoked' });
    await page.goto('/admin/token-monitor');
    await expect(page.getByRole('row').nth(1)).toBeVisible();

    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/admin/tokens/monitor')) asked.push(new URL(request.url()).search);
    });
    await field(page, 'Search').fill(group);
    await field(page, 'Status').selectOption('revoked');
    await expect(rowOf(page, kept.patient_ref_id)).toBeVisible();
    // The live update about the two links may arrive only now and trigger a refetch of the list.
    expect(asked.filter((query) => /search|status/.test(query))).toEqual([]);
    await button(page, 'Apply Filters').click();
    await expect(sentence(page, '1 token')).toBeVisible();
    await expect(rowOf(page, revoked.patient_ref_id)).toContainText('revoked');
    await expect(rowOf(page, kept.patient_ref_id)).toHaveCount(0);
    expect(new URLSearchParams(asked.at(-1)).has('expiryRange')).toBe(false);
    await picture(page, info, 'monitor-filtered');
    await button(page, 'Reset').click();
    await expect(field(page, 'Search')).toHaveValue('');
    await expect(field(page, 'Status')).toHaveValue('');
    await expect(rowOf(page, kept.patient_ref_id)).toBeVisible();
  },
);

asAdmin(
  'the monitor searches by the start of a token and by clinician and reports an empty result',
  once,
  async ({ page, people }) => {
    const mine = await (await people.get('user', 1)).createToken(aReference('BEN'));
    await page.goto('/admin/token-monitor');
    await field(page, 'Search').fill(mine.token.slice(0, 8));
    await button(page, 'Apply Filters').click();
    await expect(sentence(page, '1 token')).toBeVisible();
    await expect(rowOf(page, mine.patient_ref_id)).toContainText(
      `${mine.user.firstName} ${mine.user.lastName}`,
    );
    await field(page, 'Clinician').selectOption({ label: 'Ana Silva' });
    await button(page, 'Apply Filters').click();
    await expect(sentence(page, 'No tokens found')).toBeVisible();
  },
);

asAdmin('links that expire within a week are counted and marked', async ({ page, people }, info) => {
  const admin = await people.get('admin');
  const prefix = aReference('SOON');
  const make = (count: number, expiryDays: number) =>
    admin.post<{ tokens: Token[] }>('/tokens/bulk', { count, prefix, expiryDays });
  await make(2, 5);
  await make(1, 20);
  await page.goto('/admin/token-monitor');
  await field(page, 'Search').fill(prefix);
  await button(page, 'Apply Filters').click();
  await expect(sentence(page, '3 tokens')).toBeVisible();
  const card = (label: string) => page.getByRole('listitem').filter({ hasText: label });
  await expect(card('Expiring This Week')).toContainText('2');
  await expect(card('Active')).toContainText('3');
  await expect(card('Used')).toContainText('0');
  await expect(page.getByRole('img', { name: 'expiring soon' })).toHaveCount(2);
  await expect(rowOf(page, `${prefix}-003`).getByRole('img', { name: 'expiring soon' })).toHaveCount(0);
  await picture(page, info, 'monitor-expiring');
  await field(page, 'Expiry Range').selectOption('week');
  await button(page, 'Apply Filters').click();
  await expect(sentence(page, '2 tokens')).toBeVisible();
});

asAdmin(
  'document downloads filter at once, shorten long names and save the selection as a zip',
  async ({ page, people }, info) => {
    const api = await people.get('user', 1);
    const group = aReference('DL');
    const name = 'a very long name of a referral letter.pdf';
    await receive(api, `${group}-1`, { name, comment: 'Exactly twenty chars' });
    await receive(api, `${group}-2`, { bytes: aJpeg(), name: 'card.jpg', type: 'image/jpeg' });
    await page.goto('/admin/documents');
    await field(page, 'Patient Reference ID').fill(group);
    await expect(sentence(page, '2 documents')).toBeVisible();
    const card = (label: string) => page.getByRole('listitem').filter({ hasText: label });
    await expect(card('Images')).toContainText('1');
    await expect(card('PDFs')).toContainText('1');
    await expect(sentence(page, `${name.slice(0, 20)}...`)).toHaveAttribute('title', name);
    await expect(sentence(page, 'Exactly twenty chars')).toBeVisible();

    await button(page, 'Download Selected').click();
    await expect(sentence(page, 'No documents selected')).toBeVisible();
    await field(page, 'File Type').selectOption('image');
    await expect(sentence(page, '1 document')).toBeVisible();
    await expect(rowOf(page, `${group}-2`)).toBeVisible();
    await field(page, 'File Type').selectOption('other');
    await expect(sentence(page, 'No documents found matching your filters')).toBeVisible();
    await field(page, 'File Type').selectOption('');
    await field(page, 'Date Range').selectOption('today');
    await expect(sentence(page, '2 documents')).toBeVisible();

    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await picture(page, info, 'admin-documents-selected');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download Selected').click(),
    ]);
    expect(download.suggestedFilename()).toBe(`documents-${new Date().toISOString().slice(0, 10)}.zip`);
    const names = entryNames(await readFile(await download.path()));
    expect(names).toHaveLength(2);
    expect(names.join()).toContain('card.jpg');
    await expect(sentence(page, '2 documents downloaded')).toBeVisible();
  },
);

asAdmin('clinicians are filtered by name, email and status', once, async ({ page, people }) => {
  const admin = await people.get('admin');
  const { user, email } = await people.newClinician('Filterby');
  await page.goto('/admin/manage-users');
  await field(page, 'Name').fill('gwen filterby');
  await expect(rowOf(page, email)).toBeVisible();
  await expect(rowOf(page, 'ana.silva@clinic.example')).toHaveCount(0);
  await field(page, 'Email').fill(email.toUpperCase());
  await expect(sentence(page, '1 clinician')).toBeVisible();
  await field(page, 'Status').selectOption('disabled');
  await expect(rowOf(page, email)).toHaveCount(0);
  await admin.post(`/admin/users/${user.id}/disable`, { reason: 'Left the clinic' });
  await field(page, 'Status').selectOption('');
  await field(page, 'Status').selectOption('disabled');
  await expect(rowOf(page, email)).toContainText('Left the clinic');
});

asAdmin(
  'a clinician disabled while working is signed out and sees the reason at the next sign-in',
  async ({ people, open }, info) => {
    const admin = await people.get('admin');
    const clinician = await people.newClinician('Cutoff');
    const page = await open(await people.signIn(clinician));
    await page.goto('/documents');
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
