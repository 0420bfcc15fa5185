import type { Page } from '@playwright/test';
import { button, field } from '../support/screen.js';

/** All links, for administrators, with the dialog that creates many. */
export class TokenMonitorPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/admin/token-monitor');
  }

  get search() {
    return field(this.page, 'Search');
  }

  get status() {
    return field(this.page, 'Status');
  }

  get expiryRange() {
    return field(this.page, 'Expiry Range');
  }

  get clinician() {
    return field(this.page, 'Clinician');
  }

  get applyFilters() {
    return button(this.page, 'Apply Filters');
  }

  get reset() {
    return button(this.page, 'Reset');
  }

  get generateBulk() {
    return button(this.page, 'Generate Bulk Tokens');
  }

  get count() {
    return field(this.page, 'Number of Tokens');
  }

  get prefix() {
    return field(this.page, 'Patient ID Prefix');
  }
}
