import type { Page } from '@playwright/test';
import { button, field } from '../support/screen.js';

/** The page that an emailed password link opens. */
export class ResetPasswordPage {
  constructor(private readonly page: Page) {}

  get password() {
    return field(this.page, 'New Password');
  }

  get confirmation() {
    return field(this.page, 'Confirm New Password');
  }

  get submit() {
    return button(this.page, 'Reset Password');
  }
}
