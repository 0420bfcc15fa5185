import type { Page } from '@playwright/test';
import { button, field, link } from '../support/screen.js';

/** The sign-in page. */
export class SignInPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/login');
  }

  get email() {
    return field(this.page, 'Email');
  }

  get password() {
    return field(this.page, 'Password');
  }

  get submit() {
    return button(this.page, 'Sign in');
  }

  get forgotPassword() {
    return link(this.page, 'Forgot your password?');
  }

  /** Fills in and submits the form. */
  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }
}
