import { picture } from '../support/pages.js';
import { mailedLink } from '../support/people.js';
import { button, expectAccessible, field, link, sentence } from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

test('a forgotten password is replaced through the link in the email', async ({ page, people }, info) => {
  const { email } = await people.newClinician('Forgetful');
  const invitation = await mailedLink(email);
  const password = 'quite another word';

  await page.goto('/login');
  await link(page, 'Forgot your password?').click();
  await button(page, 'Send instructions').click();
  await expect(sentence(page, 'Email is required')).toBeVisible();
  await field(page, 'Email').fill(email);
  await button(page, 'Send instructions').click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(sentence(page, 'Password reset instructions sent to your email')).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'forgot-sent');

  await expect.poll(() => mailedLink(email)).not.toBe(invitation);
  const mailed = new URL(await mailedLink(email));
  await page.goto(mailed.pathname + mailed.search);
  await expect(field(page, 'New Password')).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.reload();
  const save = button(page, 'Reset Password');
  await save.click();
  await expect(sentence(page, 'Password is required')).toBeVisible();
  await field(page, 'New Password').fill('12345');
  await field(page, 'Confirm New Password').fill('54321');
  await save.click();
  await expect(sentence(page, 'Password must be at least 6 characters')).toBeVisible();
  await field(page, 'New Password').fill(password);
  await save.click();
  await expect(sentence(page, 'Passwords do not match')).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'reset-problem');
  await field(page, 'Confirm New Password').fill(password);
  await save.click();
  await expect(page.getByRole('heading', { name: 'Password Reset Successful' })).toBeVisible();
  await expect(sentence(page, 'Password has been reset successfully')).toBeVisible();
  await picture(page, info, 'reset-done');
  await expect(page).toHaveURL(/\/login$/);

  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign in').click();
  await expect(page.getByText('Welcome back, Gwen!')).toBeVisible();
});

test('an invalid reset link is refused and leads to a new request', once, async ({ page }, info) => {
  await page.goto('/reset-password?token=not-a-real-one');
  await field(page, 'New Password').fill('a fine long word');
  await field(page, 'Confirm New Password').fill('a fine long word');
  await button(page, 'Reset Password').click();
  await expect(sentence(page, 'Invalid or missing reset token')).toBeVisible();
  await expect(field(page, 'New Password')).toHaveValue('a fine long word');
  await picture(page, info, 'reset-refused');
  await page.locator('main a[href="/forgot-password"]').first().click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test(
  'a password request for an unknown address shows the same page, even after a failure',
  once,
  async ({ page }) => {
    await page.goto('/forgot-password');
    await field(page, 'Email').fill('nobody-at-all@clinic.example');
    await button(page, 'Send instructions').click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await button(page, 'Try another email').click();
    await expect(field(page, 'Email')).toHaveValue('');
    await page.route(/\/api\/auth\/forgot-password$/, (route) => route.abort());
    await field(page, 'Email').fill('nobody-at-all@clinic.example');
    await button(page, 'Send instructions').click();
    await expect(sentence(page, 'Failed to send reset email')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await link(page, 'Back to Login').click();
    await expect(page).toHaveURL(/\/login$/);
  },
);
