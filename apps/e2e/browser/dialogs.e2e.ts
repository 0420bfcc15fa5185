import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { DocumentsPage, LinksPage, TokenMonitorPage, UsersPage } from '../pages/index.js';
import { aPhoneNumber, aReference, receive } from '../support/make.js';
import { picture } from '../support/pages.js';
import { mailedLink } from '../support/people.js';
import { readRun } from '../support/run.js';
import { button, expectAccessible, hold, rowOf, sentence, settled } from '../support/screen.js';
import { asAdmin, asClinician, expect, once } from '../support/test.js';

const dialog = (page: Page) => page.getByRole('dialog');
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });

/** Expects the dialog to stay open after Escape and a click outside, with its close button disabled. */
async function expectStays(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 300);
  await expect(inDialog(page, 'Close')).toBeDisabled();
  await settled(page);
  await expect(dialog(page)).toBeVisible();
}

async function rowAction(page: Page, text: string, name: string): Promise<void> {
  await rowOf(page, text).getByRole('button', { name, exact: true }).click();
  await expect(dialog(page)).toBeVisible();
}

asClinician(
  'the revoke dialog names the link and cannot be closed while the link is being revoked',
  async ({ page, people }, info) => {
    const token = await (await people.get('user')).createToken(aReference());
    const { release } = await hold(page, 'PATCH', /\/api\/tokens\//);
    await new LinksPage(page).open();
    await rowAction(page, token.patient_ref_id, 'Revoke');
    await expect(dialog(page)).toContainText(token.token);
    await expect(dialog(page)).toContainText(token.patient_ref_id);
    await expect(inDialog(page, 'Cancel')).toBeFocused();
    await expectAccessible(page);
    await picture(page, info, 'dialog-revoke');
    await inDialog(page, 'Revoke').click();
    await expect(inDialog(page, 'Revoking...')).toBeDisabled();
    await expectStays(page);
    release();
    await expect(sentence(page, 'Token revoked successfully')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    const row = rowOf(page, token.patient_ref_id);
    await expect(row).toContainText('revoked');
    for (const name of ['Revoke', 'Send SMS', 'Resend SMS'])
      await expect(row.getByRole('button', { name, exact: true })).toHaveCount(0);
    await expect(row.getByRole('button', { name: 'Copy Link', exact: true })).toBeVisible();
    await expect(row.getByRole('link', { name: 'Details', exact: true })).toBeVisible();
  },
);

asClinician(
  'a failed revocation shows a message and leaves the dialog open',
  once,
  async ({ page, people }) => {
    const token = await (await people.get('user')).createToken(aReference());
    await page.route(/\/api\/tokens\//, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await new LinksPage(page).open();
    await rowAction(page, token.patient_ref_id, 'Revoke');
    await inDialog(page, 'Revoke').click();
    await expect(sentence(page, 'Failed to revoke token')).toBeVisible();
    await expect(dialog(page)).toBeVisible();
    await expect(inDialog(page, 'Revoke')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog(page).locator(':focus')).toHaveCount(1);
    await inDialog(page, 'Cancel').click();
    await expect(rowOf(page, token.patient_ref_id)).toContainText('active');
  },
);

asClinician(
  'a document is deleted after confirmation in a dialog that names it',
  async ({ page, people }, info) => {
    const reference = aReference();
    await receive(await people.get('user'), reference, { name: 'to-be-deleted.pdf' });
    const { release } = await hold(page, 'DELETE', /\/api\/upload\/file\//);
    await new DocumentsPage(page).open();
    await rowAction(page, reference, 'Delete');
    await expect(dialog(page)).toContainText('to-be-deleted.pdf');
    await expect(inDialog(page, 'Cancel')).toBeFocused();
    await expectAccessible(page);
    await picture(page, info, 'dialog-delete');
    await inDialog(page, 'Delete').click();
    await expectStays(page);
    release();
    await expect(sentence(page, 'Document deleted successfully')).toBeVisible();
    await expect(rowOf(page, reference)).toHaveCount(0);
  },
);

asClinician(
  'selected documents are deleted together, and nothing is deleted without a selection',
  async ({ page, people }, info) => {
    const documentsPage = new DocumentsPage(page);
    const api = await people.get('user');
    const group = aReference('BULK');
    await Promise.all([receive(api, `${group}-1`), receive(api, `${group}-2`), receive(api, `${group}-3`)]);
    await documentsPage.open();
    await documentsPage.reference.fill(group);
    await expect(sentence(page, '3 documents')).toBeVisible();
    const bulk = page
      .getByRole('main')
      .getByRole('button', { name: /^Delete( \d+)?$/ })
      .first();
    await bulk.click();
    await expect(sentence(page, 'Please select documents to delete')).toBeVisible();
    await documentsPage.selectAll.check();
    await expect(bulk).toHaveText('Delete 3');
    await rowOf(page, `${group}-2`).getByRole('checkbox').uncheck();
    await expect(bulk).toHaveText('Delete 2');
    await picture(page, info, 'documents-selected');
    await bulk.click();
    await expect(dialog(page)).toContainText(`${group}-1`);
    await expectAccessible(page);
    await picture(page, info, 'dialog-delete-bulk');
    await inDialog(page, 'Delete').click();
    await expect(sentence(page, 'Successfully deleted 2 document(s)')).toBeVisible();
    await expect(sentence(page, '1 document')).toBeVisible();
    await expect(bulk).toHaveText('Delete');
  },
);

asClinician(
  'an SMS with the link is sent after a phone number is entered',
  async ({ page, people }, info) => {
    const linksPage = new LinksPage(page);
    const token = await (await people.get('user')).createToken(aReference());
    const { release } = await hold(page, 'POST', /\/send-sms$/);
    await linksPage.open();
    await rowAction(page, token.patient_ref_id, 'Send SMS');
    await expect(linksPage.message).toHaveValue(
      `You have been invited to upload a document securely: ${readRun().url}/upload?token=${token.token}`,
    );
    await expect(linksPage.phoneNumber).toHaveAttribute('placeholder', '07700 900123');
    await expect(inDialog(page, 'Send SMS')).toBeDisabled();
    await linksPage.phoneNumber.fill('   ');
    await expect(inDialog(page, 'Send SMS')).toBeEnabled();
    await inDialog(page, 'Send SMS').click();
    await expect(sentence(page, 'Phone number is required')).toBeVisible();
    await expectAccessible(page);
    await picture(page, info, 'dialog-sms');
    await linksPage.phoneNumber.fill(aPhoneNumber());
    await inDialog(page, 'Send SMS').click();
    await expect(inDialog(page, 'Sending...')).toBeDisabled();
    await expectStays(page);
    release();
    await expect(sentence(page, 'SMS sent successfully!')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    const row = rowOf(page, token.patient_ref_id);
    await expect(row.getByRole('button', { name: 'Resend SMS', exact: true })).toBeVisible();
    await expect(row).toContainText('delivered');
  },
);

asClinician(
  'for a number that the provider refuses, the dialog shows the reason and keeps the input',
  once,
  async ({ page, people }, info) => {
    const linksPage = new LinksPage(page);
    const token = await (await people.get('user')).createToken(aReference());
    await linksPage.open();
    await rowAction(page, token.patient_ref_id, 'Send SMS');
    await linksPage.phoneNumber.fill('+44 7911 129999');
    await linksPage.message.fill('Please use this.');
    await expect(page.getByText('The text no longer contains the upload link.')).toBeVisible();
    await inDialog(page, 'Send SMS').click();
    const toast = page.getByRole('alert').filter({ hasNotText: 'Nothing was sent' }).first();
    await expect(toast).toContainText(/number/i);
    await expect(dialog(page).getByText('Nothing was sent.', { exact: false })).toBeVisible();
    await expect(linksPage.phoneNumber).toHaveValue('+44 7911 129999');
    await expect(linksPage.message).toHaveValue('Please use this.');
    await expectAccessible(page);
    await picture(page, info, 'dialog-sms-refused');
    await inDialog(page, 'Cancel').click();
    await expect(rowOf(page, token.patient_ref_id)).toContainText('Not sent');
  },
);

asClinician(
  'a text whose delivery fails later is shown as failed and can be sent again',
  once,
  async ({ page, people }) => {
    const linksPage = new LinksPage(page);
    const token = await (await people.get('user')).createToken(aReference());
    await linksPage.open();
    await rowAction(page, token.patient_ref_id, 'Send SMS');
    await linksPage.phoneNumber.fill('+44 7911 120000');
    await inDialog(page, 'Send SMS').click();
    await expect(sentence(page, 'SMS sent successfully!')).toBeVisible();
    const row = rowOf(page, token.patient_ref_id);
    await expect(row).toContainText('failed');
    await rowAction(page, token.patient_ref_id, 'Resend SMS');
    await expect(linksPage.phoneNumber).toHaveValue(/7911\s?120000/);
  },
);

asAdmin(
  'bulk generation refuses a count outside 1 to 100, offers a CSV of the links and then suggests 10 again',
  async ({ page }, info) => {
    const tokenMonitorPage = new TokenMonitorPage(page);
    const prefix = aReference('B');
    const { release } = await hold(page, 'POST', /\/api\/tokens\/bulk$/);
    const open = () => button(page, 'Generate Bulk Tokens').click();
    await tokenMonitorPage.open();
    await open();
    await expect(tokenMonitorPage.count).toHaveValue('10');
    for (const count of ['0', '101', '2.5', '']) {
      await tokenMonitorPage.count.fill(count);
      await inDialog(page, 'Generate').click();
      await expect(sentence(page, 'Please enter a valid number of tokens (1-100)')).toBeVisible();
    }
    await expectAccessible(page);
    await picture(page, info, 'dialog-bulk');
    await tokenMonitorPage.count.fill('2');
    await tokenMonitorPage.prefix.fill(prefix);
    await inDialog(page, 'Generate').click();
    await expectStays(page);
    release();
    await expect(sentence(page, 'Successfully generated 2 tokens')).toBeVisible();
    await expectAccessible(page);
    await picture(page, info, 'dialog-bulk-success');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      inDialog(page, 'Download CSV').click(),
    ]);
    expect(download.suggestedFilename()).toBe(`tokens-${new Date().toISOString().slice(0, 10)}.csv`);
    const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
    expect(head).toBe('Token,Patient Ref ID,Expiry Date,URL');
    expect(lines).toHaveLength(2);
    const inNinetyDays = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
    lines.forEach((line, index) => {
      const [token, reference, expiry, url] = line.split(',');
      expect([reference, expiry]).toEqual([`${prefix}-00${index + 1}`, inNinetyDays]);
      expect(url).toBe(`${readRun().url}/upload?token=${token}`);
    });
    await inDialog(page, 'Done').click();
    await open();
    await expect(tokenMonitorPage.count).toHaveValue('10');
  },
);

asAdmin('a clinician is disabled with a reason and enabled again', async ({ page, people }, info) => {
  const usersPage = new UsersPage(page);
  const { email } = await people.newClinician('Locke');
  const { release } = await hold(page, 'POST', /\/disable$/);
  await usersPage.open();
  await usersPage.email.fill(email);
  await expect(sentence(page, '1 clinician')).toBeVisible();
  await rowAction(page, email, 'Disable');
  await expect(sentence(page, 'The user will be unable to log in.')).toBeVisible();
  await usersPage.reason.fill('On leave until spring');
  await expectAccessible(page);
  await picture(page, info, 'dialog-disable');
  await inDialog(page, 'Disable').click();
  await expectStays(page);
  release();
  await expect(sentence(page, 'Gwen Locke has been disabled')).toBeVisible();
  await expect(rowOf(page, email)).toContainText('On leave until spring');
  await expect(rowOf(page, email)).toContainText('disabled');
  await rowOf(page, email).getByRole('button', { name: 'Enable', exact: true }).click();
  await expect(sentence(page, 'Gwen Locke has been enabled')).toBeVisible();
  await expect(rowOf(page, email)).toContainText('active');
  await expect(rowOf(page, email)).not.toContainText('On leave until spring');
});

asAdmin('an invited clinician gets an email with a link to set a password', async ({ page }, info) => {
  const usersPage = new UsersPage(page);
  const email = `${aReference('invited').toLowerCase()}@clinic.example`;
  await usersPage.open();
  await usersPage.invite.click();
  await inDialog(page, 'Send invitation').click();
  await expect(sentence(page, 'First name is required')).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'dialog-invite');
  await usersPage.firstName.fill('Ines');
  await usersPage.lastName.fill('Vited');
  await usersPage.emailAddress.fill(email);
  await inDialog(page, 'Send invitation').click();
  await expect(sentence(page, `An invitation has been sent to ${email}`)).toBeVisible();
  await usersPage.email.fill(email);
  await expect(rowOf(page, email)).toContainText('Ines Vited');
  expect(await mailedLink(email)).toMatch(/\/reset-password\?token=/);
});

asClinician(
  'a link is copied, or shown when the browser refuses the clipboard',
  async ({ page, people }, info) => {
    const token = await (await people.get('user')).createToken(aReference());
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await new LinksPage(page).open();
    const copy = rowOf(page, token.patient_ref_id).getByRole('button', { name: 'Copy Link', exact: true });
    await copy.click();
    await expect(sentence(page, 'Upload link copied to clipboard!')).toBeVisible();
    const url = `${readRun().url}/upload?token=${token.token}`;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
    });
    await copy.click();
    await expect(sentence(page, 'Failed to copy link')).toBeVisible();
    await expect(page.getByRole('main').getByText(url)).toBeVisible();
    await picture(page, info, 'copy-refused');
    await page.goto(`/tokens/${token.id}`);
    await button(page, 'Copy').click();
    await expect(sentence(page, 'Copied to clipboard')).toBeVisible();
  },
);
