import type { Page } from '@playwright/test';
import { AuditPage } from '../pages/index.js';
import { picture } from '../support/pages.js';
import { account, readRun } from '../support/run.js';
import { button, expectAccessible, expectNoSidewaysScroll, field, sentence } from '../support/screen.js';
import { forgetProof } from '../support/sessions.js';
import { expect, once, test } from '../support/test.js';

const proofDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });
const sessions = (page: Page) => page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem');

test(
  'a clinician lists their sessions, ends one and changes their password',
  once,
  async ({ open, people }, info) => {
    test.slow();
    const person = await people.newClinician('Account');
    const elsewhere = await people.signIn(person);
    const third = await people.signIn(person);
    const page = await open(await people.signIn(person));
    await page.goto('/account-security');
    await expect(sessions(page)).toHaveCount(3);
    await expect(sessions(page).first()).toContainText('This device');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await picture(page, info, 'account');

    await sessions(page)
      .nth(1)
      .getByRole('button', { name: /^Sign out there/ })
      .click();
    await expect(sentence(page, 'That device has been signed out')).toBeVisible();
    await expect(sessions(page)).toHaveCount(2);
    const statuses = async () =>
      (await Promise.all([elsewhere, third].map((api) => api.get('/auth/me')))).map(({ status }) => status);
    await expect.poll(async () => (await statuses()).sort()).toEqual([200, 401]);

    await button(page, 'Change password').click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await field(page, 'Current password').fill('not this one');
    await field(page, 'New password').fill('a new long passphrase');
    await field(page, 'New password again').fill('a new long passphrase');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(sentence(page, 'The password is not right')).toBeVisible();
    await picture(page, info, 'change-password');
    await field(page, 'Current password').fill(person.password);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(
      sentence(page, 'Your password has been changed. All other devices have been signed out.'),
    ).toBeVisible();
    await expect(sentence(page, 'You are signed in nowhere else.')).toBeVisible();
    await expect.poll(statuses).toEqual([401, 401]);
    await people.signIn({ ...person, password: 'a new long passphrase' });
  },
);

test(
  'a clinician can use the keyboard to set when emails about documents are sent',
  once,
  async ({ open, people }, info) => {
    const page = await open(await people.signIn(await people.newClinician('Mail')));
    await page.goto('/account-security');
    const choices = page.getByRole('radiogroup', { name: 'When a patient sends you a document' });
    await expect(choices.getByRole('radio', { name: 'At once' })).toBeChecked();
    await choices.getByRole('radio', { name: 'At once' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(choices.getByRole('radio', { name: 'Once a day' })).toBeChecked();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await picture(page, info, 'document-mail');
    await page.keyboard.press('Enter');
    await expect(sentence(page, 'Your choice has been saved')).toBeVisible();
    await page.reload();
    await expect(choices.getByRole('radio', { name: 'Once a day' })).toBeChecked();
  },
);

test(
  'an export asks an administrator with an old proof for the password and then continues',
  once,
  async ({ open, people }, info) => {
    const credentials = account(readRun(), 'admin');
    const admin = await people.signIn(credentials);
    const page = await open(admin);
    await new AuditPage(page).open();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await forgetProof(admin);

    await button(page, 'Export CSV').click();
    await expect(proofDialog(page)).toBeVisible();
    await expect(field(page, 'Password')).toBeFocused();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await picture(page, info, 'proof');
    await button(page, 'Cancel').click();
    await expect(proofDialog(page)).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);

    await button(page, 'Export CSV').click();
    await field(page, 'Password').fill('not this one');
    await button(page, 'Continue').click();
    await expect(sentence(page, 'The password is not right')).toBeVisible();
    await field(page, 'Password').fill(credentials.password);
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Continue').click()]);
    expect(download.suggestedFilename()).toMatch(/^audit-.*\.csv$/);
    await expect(proofDialog(page)).toHaveCount(0);
  },
);
