import type { Page } from '@playwright/test';
import { button, field } from '../support/screen.js';

/** All documents, for administrators. */
export class DocumentDownloadsPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/admin/documents');
  }

  get reference() {
    return field(this.page, 'Patient Reference ID');
  }

  get fileType() {
    return field(this.page, 'File Type');
  }

  get dateRange() {
    return field(this.page, 'Date Range');
  }

  get downloadSelected() {
    return button(this.page, 'Download Selected');
  }

  get selectAll() {
    return this.page.getByRole('checkbox', { name: 'Select all' });
  }
}
