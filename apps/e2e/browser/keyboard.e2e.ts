import { DocumentDownloadsPage, SignInPage, TokenMonitorPage } from '../pages/index.js';
import { aPhoneNumber, aReference, receive } from '../support/make.js';
import { enterOn, tabTo, typeInto } from '../support/keyboard.js';
import { account, readRun } from '../support/run.js';
import { button, field, link, rowOf, sentence } from '../support/screen.js';
import { asAdmin, expect, once, test } from '../support/test.js';
import type { Page } from '@playwright/test';

const dialog = (page: Page) => page.getByRole('dialog');
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const inRow = (page: Page, text: string, role: 'button' | 'link', name: string) =>
  rowOf(page, text).getByRole(role, { name, exact: true });

test(
  "a clinician's tasks from sign-in to sign-out work by keyboard alone",
  once,
  async ({ page, people }) => {
    const signInPage = new SignInPage(page);
    const ana = account(readRun(), 'user');
    const { document } = await receive(await people.get('user'), aReference('KEY'), {
      name: 'by-keyboard.pdf',
    });
    const reference = aReference('KEY');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

    await signInPage.open();
    await typeInto(page, signInPage.email, ana.email);
    await typeInto(page, signInPage.password, ana.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Welcome back, Ana!' })).toBeVisible();

    await enterOn(page, link(page, 'New link'));
    await typeInto(page, field(page, 'Patient Reference ID'), reference);
    await page.keyboard.press('Enter');
    await expect(sentence(page, 'Upload link generated successfully!')).toBeVisible();
    await enterOn(page, inRow(page, reference, 'button', 'Copy Link'));
    await expect(sentence(page, 'Upload link copied to clipboard!')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/upload\?token=\w{43}$/);

    const send = inRow(page, reference, 'button', 'Send SMS');
    await enterOn(page, send);
    await expect(field(page, 'Phone number')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(send).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field(page, 'Phone number')).toBeFocused();
    await page.keyboard.type(aPhoneNumber());
    await tabTo(page, field(page, 'Message'));
    await enterOn(page, inDialog(page, 'Send SMS'));
    await expect(sentence(page, 'SMS sent successfully!')).toBeVisible();

    await enterOn(page, inRow(page, reference, 'link', 'Details'));
    await expect(page.getByRole('heading', { name: 'Token Details' })).toBeVisible();
    await enterOn(page, button(page, 'Revoke'));
    await expect(inDialog(page, 'Cancel')).toBeFocused();
    await enterOn(page, inDialog(page, 'Revoke'));
    await expect(sentence(page, 'Token revoked successfully')).toBeVisible();

    await goByHeader(page, 'Documents');
    await enterOn(page, inRow(page, document.patient_ref_id, 'link', 'View'));
    await expect(page.getByRole('heading', { name: 'Document Detail' })).toBeVisible();
    await enterOn(page, link(page, 'Back to documents'));
    await enterOn(page, inRow(page, document.patient_ref_id, 'button', 'Delete'));
    await expect(inDialog(page, 'Cancel')).toBeFocused();
    await enterOn(page, inDialog(page, 'Delete'));
    await expect(sentence(page, 'Document deleted successfully')).toBeVisible();

    await page.keyboard.press('Control+Home');
    await enterOn(page, page.getByRole('button', { name: /^Account: / }));
    const signOut = page.getByRole('menuitem', { name: 'Sign out', exact: true });
    await expect(signOut).toBeVisible();
    // The menu takes the focus a moment after it appears; a key pressed before that goes to the page.
    await expect(page.locator('[role=menu]:focus-within')).toHaveCount(1);
    await page.keyboard.press('ArrowUp');
    await expect(signOut).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(sentence(page, 'Logged out successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  },
);

async function goByHeader(page: Page, name: string): Promise<void> {
  const main = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).last();
  await enterOn(page, main.getByRole('link', { name, exact: true }));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

asAdmin(
  'selections, filters and dialogs of the admin pages work by keyboard',
  once,
  async ({ page, people }) => {
    const downloadsPage = new DocumentDownloadsPage(page);
    const tokenMonitorPage = new TokenMonitorPage(page);
    const group = aReference('KEY');
    const api = await people.get('user', 1);
    await Promise.all([receive(api, `${group}-1`), receive(api, `${group}-2`)]);
    await downloadsPage.open();
    await typeInto(page, downloadsPage.reference, group);
    await expect(sentence(page, '2 documents')).toBeVisible();
    await tabTo(page, downloadsPage.selectAll);
    await page.keyboard.press('Space');
    const bulk = page.getByRole('button', { name: 'Delete 2', exact: true });
    await expect(bulk).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await expect(bulk).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(inDialog(page, 'Cancel')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toHaveCount(0);
    await expect(bulk).toBeFocused();

    await tokenMonitorPage.open();
    await enterOn(page, tokenMonitorPage.generateBulk);
    await expect(tokenMonitorPage.count).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tokenMonitorPage.generateBulk).toBeFocused();
    await tabTo(page, tokenMonitorPage.status);
    await page.keyboard.type('revoked');
    await expect(tokenMonitorPage.status).toHaveValue('revoked');
    await enterOn(page, tokenMonitorPage.applyFilters);
    await expect(page.getByText(/^\d+ tokens?$/)).toBeVisible();
  },
);
