import { aPdf } from '@caredrop/testing';
import { aReference, receive } from '../support/make.js';
import { picture } from '../support/pages.js';
import { account, readRun } from '../support/run.js';
import { button, expectAccessible, field, rowOf, sentence } from '../support/screen.js';
import { asAdmin, asClinician, expect, once, test } from '../support/test.js';

const calls = /\/api\/(?!events)/;

test('sign-in without a server shows a message, keeps the input and works once the server is back', async ({
  page,
}, info) => {
  const { email, password } = account(readRun(), 'user');
  await page.goto('/login');
  await page.route(calls, (route) => route.abort());
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign in').click();
  await expect(sentence(page, 'Login failed')).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'login-unreachable');
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Password')).toHaveValue(password);
  await page.unroute(calls);
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a password request without a server still shows Check your email', once, async ({ page }) => {
  await page.goto('/forgot-password');
  await page.route(calls, (route) => route.abort());
  await field(page, 'Email').fill('somebody@clinic.example');
  await button(page, 'Send instructions').click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(sentence(page, 'Failed to send reset email')).toBeVisible();
  await button(page, 'Try another email').click();
  await expect(field(page, 'Email')).toHaveValue('');
});

test('a patient whose link cannot be checked sees no invalid-link message and can check again', async ({
  page,
  people,
}, info) => {
  const { token, patient_ref_id: reference } = await (await people.get('user')).createToken(aReference());
  await page.route(calls, (route) => route.abort());
  await page.goto(`/upload?token=${token}`);
  await expect(page.getByRole('heading', { name: 'We could not check your link' })).toBeVisible();
  await expect(page.getByText(/invalid/i)).toHaveCount(0);
  await expectAccessible(page);
  await picture(page, info, 'patient-unreachable');
  await page.unroute(calls);
  await button(page, 'Check again').click();
  await expect(sentence(page, reference)).toBeVisible();
});

test(
  'a patient who goes offline while sending keeps file and comment and can send them later',
  once,
  async ({ page, people }) => {
    const api = await people.get('user');
    const { id, token } = await api.createToken(aReference());
    await page.goto(`/upload?token=${token}`);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: aPdf() });
    await field(page, 'Comment (optional)').fill('From the train');
    await page.route(calls, (route) => route.abort());
    await button(page, 'Upload Document').click();
    await expect(page.getByText('Check that you are online, then try again.')).toBeVisible({
      timeout: 60_000,
    });
    await expect(sentence(page, 'letter.pdf')).toBeVisible();
    await expect(field(page, 'Comment (optional)')).toHaveValue('From the train');
    await page.unroute(calls);
    await button(page, 'Try again').click();
    await expect(page.getByRole('heading', { name: 'Upload Successful' })).toBeVisible();
    expect((await api.token(id)).uploads[0]?.comment).toBe('From the train');
  },
);

asClinician(
  'a deletion that cannot reach the server keeps the dialog and can be repeated',
  once,
  async ({ page, people }) => {
    const { document } = await receive(await people.get('user'), aReference());
    await page.goto('/documents');
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
  'zip download, disabling and bulk generation without a server each show what failed',
  once,
  async ({ page, people }) => {
    const { document } = await receive(await people.get('user', 1), aReference());
    const { email } = await people.newClinician('Unreached');
    await page.goto('/admin/documents');
    await rowOf(page, document.patient_ref_id).getByRole('checkbox').check();
    await page.route(calls, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await button(page, 'Download Selected').click();
    await expect(sentence(page, 'Failed to download documents')).toBeVisible();
    await page.goto('/admin/manage-users');
    await field(page, 'Email').fill(email);
    await rowOf(page, email).getByRole('button', { name: 'Disable', exact: true }).click();
    await field(page, 'Reason').fill('Kept');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
    await expect(sentence(page, 'Failed to disable user')).toBeVisible();
    await expect(field(page, 'Reason')).toHaveValue('Kept');
    await page.goto('/admin/token-monitor');
    await button(page, 'Generate Bulk Tokens').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Generate', exact: true }).click();
    await expect(sentence(page, 'Failed to generate tokens')).toBeVisible();
  },
);
