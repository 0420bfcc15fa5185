import type { Page } from '@playwright/test';
import { field } from '../support/screen.js';

/** A clinician's documents. */
export class DocumentsPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/documents');
  }

  get reference() {
    return field(this.page, 'Patient reference');
  }

  get fileType() {
    return field(this.page, 'File type');
  }

  get dateRange() {
    return field(this.page, 'Date range');
  }

  get selectAll() {
    return this.page.getByRole('checkbox', { name: 'Select all' });
  }
}
