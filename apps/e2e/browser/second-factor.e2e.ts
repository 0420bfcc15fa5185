import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { SignInPage } from '../pages/index.js';
import { Authenticator } from '../support/authenticator.js';
import { picture } from '../support/pages.js';
import type { NewClinician } from '../support/people.js';
import {
  button,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  rowOf,
  sentence,
} from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const codes = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');

async function enterPassword(page: Page, person: NewClinician): Promise<void> {
  const signInPage = new SignInPage(page);
  await signInPage.open();
  await signInPage.signIn(person);
}

async function enterCode(page: Page, code: string, label = 'Code'): Promise<void> {
  await field(page, label).fill(code);
  await button(page, 'Continue').click();
}

/** Returns an authenticator set up with the key shown next to the QR code. */
async function appOf(page: Page): Promise<Authenticator> {
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  return new Authenticator((await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/$|\/login$/);
}

test('a clinician sets up a second factor and signs in with a code and with a recovery code', async ({
  open,
  people,
}, info) => {
  test.slow();
  const person = await people.newClinician('Factor');
  const page = await open(await people.signIn(person));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Account security' }).click();
  await expect(heading(page, 'Account security')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'account-security-off');

  await button(page, 'Set up a second factor').click();
  await field(page, 'Password').fill(person.password);
  await picture(page, info, 'second-factor-password');
  await button(page, 'Continue').click();
  const app = await appOf(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'second-factor-scan');
  await enterCode(page, '12 34 56');
  await expect(
    sentence(page, 'This code is not right. Each code works once, for about 30 seconds.'),
  ).toBeVisible();
  await picture(page, info, 'second-factor-wrong-code');
  await enterCode(page, await app.next());
  await expect(codes(page)).toHaveCount(10);
  await expect(sentence(page, 'Your second factor is set up')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'second-factor-recovery-codes');
  const kept = await codes(page).allTextContents();
  const download = page.waitForEvent('download');
  await button(page, 'Download').click();
  const text = readFileSync(await (await download).path(), 'utf8');
  for (const code of kept) expect(text).toContain(code);
  await button(page, 'I have kept them').click();
  await expect(page.getByText('Recovery codes left')).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'account-security-on');

  await signOut(page);
  await enterPassword(page, person);
  await expect(heading(page, 'Enter your code')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'sign-in-code');
  await enterCode(page, await app.next());
  await expect(page).toHaveURL(/\/dashboard$/);

  await signOut(page);
  await enterPassword(page, person);
  await button(page, 'Use a recovery code instead').click();
  await picture(page, info, 'sign-in-recovery-code');
  await enterCode(page, kept[0] ?? '', 'Recovery code');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/account-security');
  await expect(page.getByText('9', { exact: true })).toBeVisible();
});

test(
  'an administrator requires a second factor, which the clinician sets up at sign-in, and resets it',
  once,
  async ({ open, people }, info) => {
    test.slow();
    const person = await people.newClinician(`Asked${info.project.name}`);
    const name = `Gwen ${person.user.lastName}`;
    const admin = await open(await people.proven('admin'));
    const openDialog = async () => {
      await admin.goto('/admin/manage-users');
      await field(admin, 'Email').fill(person.email);
      await rowOf(admin, person.email).getByRole('button', { name: 'Second factor' }).click();
      await expect(dialog(admin, `Second factor of ${name}`)).toBeVisible();
    };
    await openDialog();
    await expectAccessible(admin);
    await expectNoSidewaysScroll(admin);
    await picture(admin, info, 'second-factor-of-clinician');
    await button(admin, 'Ask for it').click();
    await expect(sentence(admin, `${name} must use a second factor from now on`)).toBeVisible();

    const page = await open(null);
    const signInPage = new SignInPage(page);
    await enterPassword(page, person);
    await expect(heading(page, 'Set up a second factor')).toBeVisible();
    const app = await appOf(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await picture(page, info, 'sign-in-set-up');
    await enterCode(page, await app.next());
    await expect(codes(page)).toHaveCount(10);
    await picture(page, info, 'sign-in-recovery-codes');
    await button(page, 'I have kept them').click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/account-security');
    await expect(page.getByText('Your clinic asks for it, so it stays on.')).toBeVisible();
    await expect(button(page, 'Turn off')).toBeHidden();

    await openDialog();
    await button(admin, 'Reset').click();
    await expect(sentence(admin, `The second factor of ${name} has been reset`)).toBeVisible();
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login$/);
    await expect(signInPage.forgotPassword).toBeVisible();
  },
);
