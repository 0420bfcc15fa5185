import { aPdf } from '@caredrop/testing';
import {
  DocumentDownloadsPage,
  DocumentsPage,
  ForgotPasswordPage,
  SignInPage,
  TokenMonitorPage,
  UploadPage,
  UsersPage,
} from '../pages/index.js';
import { aReference, receive } from '../support/make.js';
import { picture } from '../support/pages.js';
import { account, readRun } from '../support/run.js';
import { button, expectAccessible, hold, rowOf, sentence } from '../support/screen.js';
import { asAdmin, asClinician, expect, once, test } from '../support/test.js';

const calls = /\/api\/(?!events)/;

test(
  'while the server is unreachable, sign-in shows a message and keeps the input; it works once the server is back',
  once,
  async ({ page }, info) => {
    const signInPage = new SignInPage(page);
    const { email, password } = account(readRun(), 'user');
    await signInPage.open();
    await page.route(calls, (route) => route.abort());
    await signInPage.signIn({ email, password });
    await expect(sentence(page, 'Login failed')).toBeVisible();
    await expectAccessible(page);
    await picture(page, info, 'login-unreachable');
    await expect(signInPage.email).toHaveValue(email);
    await expect(signInPage.password).toHaveValue(password);
    await page.unroute(calls);
    await signInPage.submit.click();
    await expect(page).toHaveURL(/\/dashboard$/);
  },
);

test(
  'a password request still shows Check your email while the server is unreachable',
  once,
  async ({ page }) => {
    const forgotPasswordPage = new ForgotPasswordPage(page);
    await forgotPasswordPage.open();
    await page.route(calls, (route) => route.abort());
    await forgotPasswordPage.email.fill('somebody@clinic.example');
    await forgotPasswordPage.send.click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expect(sentence(page, 'Failed to send reset email')).toBeVisible();
    await forgotPasswordPage.tryAnotherEmail.click();
    await expect(forgotPasswordPage.email).toHaveValue('');
  },
);

test('a patient whose link cannot be checked sees no invalid-link message and can check again', async ({
  page,
  people,
}, info) => {
  const uploadPage = new UploadPage(page);
  const { token, patient_ref_id: reference } = await (await people.get('user')).createToken(aReference());
  await page.route(calls, (route) => route.abort());
  await uploadPage.open(token);
  await expect(page.getByRole('heading', { name: 'We could not check your link' })).toBeVisible();
  await expect(page.getByText(/invalid/i)).toHaveCount(0);
  await expectAccessible(page);
  await picture(page, info, 'patient-unreachable');
  // The page also checks again by itself. While responses are held, that cannot succeed before the click.
  const { release } = await hold(page, 'GET', /\/validate\//);
  await page.unroute(calls);
  await uploadPage.checkAgain.click();
  release();
  await expect(sentence(page, reference)).toBeVisible();
});

test(
  'a patient who goes offline while sending keeps file and comment and can send them later',
  once,
  async ({ page, people }) => {
    const uploadPage = new UploadPage(page);
    const api = await people.get('user');
    const { id, token } = await api.createToken(aReference());
    await uploadPage.open(token);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: aPdf() });
    await uploadPage.comment.fill('From the train');
    await page.route(calls, (route) => route.abort());
    await uploadPage.submit.click();
    await expect(page.getByText('Check that you are online, then try again.')).toBeVisible({
      timeout: 60_000,
    });
    await expect(sentence(page, 'letter.pdf')).toBeVisible();
    await expect(uploadPage.comment).toHaveValue('From the train');
    await page.unroute(calls);
    await uploadPage.tryAgain.click();
    await expect(page.getByRole('heading', { name: 'Upload Successful' })).toBeVisible();
    expect((await api.token(id)).uploads[0]?.comment).toBe('From the train');
  },
);

asClinician(
  'a deletion that cannot reach the server leaves the dialog open and can be repeated',
  once,
  async ({ page, people }) => {
    const { document } = await receive(await people.get('user'), aReference());
    await new DocumentsPage(page).open();
    await page.route(/\/api\/upload\/file\//, (route) => route.abort());
    await rowOf(page, document.patient_ref_id).getByRole('button', { name: 'Delete', exact: true }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
    await confirm.click();
    await expect(sentence(page, 'Failed to delete documents')).toBeVisible();
    await expect(confirm).toBeEnabled();
    await page.unroute(/\/api\/upload\/file\//);
    await confirm.click();
    await expect(sentence(page, 'Document deleted successfully')).toBeVisible();
  },
);

asAdmin(
  'while the server is unreachable, zip download, disabling an account and bulk generation each show what failed',
  once,
  async ({ page, people }) => {
    const downloadsPage = new DocumentDownloadsPage(page);
    const usersPage = new UsersPage(page);
    const tokenMonitorPage = new TokenMonitorPage(page);
    const { document } = await receive(await people.get('user', 1), aReference());
    const { email } = await people.newClinician('Unreached');
    await downloadsPage.open();
    await rowOf(page, document.patient_ref_id).getByRole('checkbox').check();
    await page.route(calls, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await downloadsPage.downloadSelected.click();
    await expect(sentence(page, 'Failed to download documents')).toBeVisible();
    await usersPage.open();
    await usersPage.email.fill(email);
    await rowOf(page, email).getByRole('button', { name: 'Disable', exact: true }).click();
    await usersPage.reason.fill('Kept');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
    await expect(sentence(page, 'Failed to disable user')).toBeVisible();
    await expect(usersPage.reason).toHaveValue('Kept');
    await tokenMonitorPage.open();
    await tokenMonitorPage.generateBulk.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Generate', exact: true }).click();
    await expect(sentence(page, 'Failed to generate tokens')).toBeVisible();
  },
);

asClinician(
  'a page that cannot be loaded without a connection offers a retry, and loads once the connection is back',
  once,
  async ({ page }, info) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Upload Tokens' }).first().click();
    const problem = page.getByRole('heading', { name: 'This page could not be shown' });
    await expect(problem).toBeVisible();
    await button(page, 'Load again').click();
    await expect(page.getByText(/^The service cannot be reached/)).toBeVisible();
    await expectAccessible(page);
    await picture(page, info, 'page-offline');
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Upload Tokens' })).toBeVisible();
  },
);
