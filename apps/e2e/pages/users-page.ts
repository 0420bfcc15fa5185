import type { Page } from '@playwright/test';
import { button, field } from '../support/screen.js';

/** The clinicians, for administrators, with the dialogs that invite and disable one. */
export class UsersPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/admin/manage-users');
  }

  get name() {
    return field(this.page, 'Name');
  }

  get email() {
    return field(this.page, 'Email');
  }

  get status() {
    return field(this.page, 'Status');
  }

  get invite() {
    return button(this.page, 'Invite a clinician');
  }

  get firstName() {
    return field(this.page, 'First name');
  }

  get lastName() {
    return field(this.page, 'Last name');
  }

  get emailAddress() {
    return field(this.page, 'Email address');
  }

  get reason() {
    return field(this.page, 'Reason');
  }
}
