import type { Page } from '@playwright/test';
import { button, field, link } from '../support/screen.js';

/** The page that requests a link for a new password. */
export class ForgotPasswordPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/forgot-password');
  }

  get email() {
    return field(this.page, 'Email');
  }

  get send() {
    return button(this.page, 'Send instructions');
  }

  get tryAnotherEmail() {
    return button(this.page, 'Try another email');
  }

  get backToSignIn() {
    return link(this.page, 'Back to Login');
  }
}
