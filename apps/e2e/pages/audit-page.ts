import type { Page } from '@playwright/test';
import { button, field } from '../support/screen.js';

/** The audit log, for administrators. */
export class AuditPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/admin/audit');
  }

  get id() {
    return field(this.page, 'Id');
  }

  get action() {
    return field(this.page, 'What');
  }

  get outcome() {
    return field(this.page, 'Outcome');
  }

  get older() {
    return button(this.page, 'Older');
  }

  get newer() {
    return button(this.page, 'Newer');
  }

  get retry() {
    return button(this.page, 'Retry');
  }

  exportAs(format: 'CSV' | 'JSON') {
    return button(this.page, `Export ${format}`);
  }
}
