import { ForgotPasswordPage, ResetPasswordPage, SignInPage } from '../pages/index.js';
import { picture } from '../support/pages.js';
import { mailedLink } from '../support/people.js';
import { button, expectAccessible, sentence } from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

test(
  'a forgotten password is replaced through the link in the email',
  once,
  async ({ page, people }, info) => {
    const signInPage = new SignInPage(page);
    const resetPasswordPage = new ResetPasswordPage(page);
    const { email } = await people.newClinician('Forgetful');
    const invitation = await mailedLink(email);
    const password = 'quite another word';

    await signInPage.open();
    await signInPage.forgotPassword.click();
    await button(page, 'Send instructions').click();
    await expect(sentence(page, 'Email is required')).toBeVisible();
    await signInPage.email.fill(email);
    await button(page, 'Send instructions').click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expect(sentence(page, 'Password reset instructions sent to your email')).toBeVisible();
    await expectAccessible(page);
    await picture(page, info, 'forgot-sent');

    await expect.poll(() => mailedLink(email)).not.toBe(invitation);
    const mailed = new URL(await mailedLink(email));
    await page.goto(mailed.pathname + mailed.search);
    await expect(resetPasswordPage.password).toBeVisible();
    await expect(page).toHaveURL(/\/reset-password$/);
    await page.reload();
    const save = resetPasswordPage.submit;
    await save.click();
    await expect(sentence(page, 'Password is required')).toBeVisible();
    await resetPasswordPage.password.fill('12345');
    await resetPasswordPage.confirmation.fill('54321');
    await save.click();
    await expect(sentence(page, 'Password must be at least 6 characters')).toBeVisible();
    await resetPasswordPage.password.fill(password);
    await save.click();
    await expect(sentence(page, 'Passwords do not match')).toBeVisible();
    await expectAccessible(page);
    await picture(page, info, 'reset-problem');
    await resetPasswordPage.confirmation.fill(password);
    await save.click();
    await expect(page.getByRole('heading', { name: 'Password Reset Successful' })).toBeVisible();
    await expect(sentence(page, 'Password has been reset successfully')).toBeVisible();
    await picture(page, info, 'reset-done');
    await expect(page).toHaveURL(/\/login$/);

    await signInPage.signIn({ email, password });
    await expect(page.getByText('Welcome back, Gwen!')).toBeVisible();
  },
);

test(
  'an invalid reset link is refused, and the page links to a new request',
  once,
  async ({ page }, info) => {
    const resetPasswordPage = new ResetPasswordPage(page);
    await page.goto('/reset-password?token=not-a-real-one');
    await resetPasswordPage.password.fill('a fine long word');
    await resetPasswordPage.confirmation.fill('a fine long word');
    await resetPasswordPage.submit.click();
    await expect(sentence(page, 'Invalid or missing reset token')).toBeVisible();
    await expect(resetPasswordPage.password).toHaveValue('a fine long word');
    await picture(page, info, 'reset-refused');
    await page.locator('main a[href="/forgot-password"]').first().click();
    await expect(page).toHaveURL(/\/forgot-password$/);
  },
);

test(
  'a password request for an unknown address shows the same page, even after a failure',
  once,
  async ({ page }) => {
    const forgotPasswordPage = new ForgotPasswordPage(page);
    await forgotPasswordPage.open();
    await forgotPasswordPage.email.fill('nobody-at-all@clinic.example');
    await forgotPasswordPage.send.click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await forgotPasswordPage.tryAnotherEmail.click();
    await expect(forgotPasswordPage.email).toHaveValue('');
    await page.route(/\/api\/auth\/forgot-password$/, (route) => route.abort());
    await forgotPasswordPage.email.fill('nobody-at-all@clinic.example');
    await forgotPasswordPage.send.click();
    await expect(sentence(page, 'Failed to send reset email')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await forgotPasswordPage.backToSignIn.click();
    await expect(page).toHaveURL(/\/login$/);
  },
);
