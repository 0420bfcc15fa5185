import type { Page } from '@playwright/test';
import { button, field } from '../support/screen.js';

/** The page that checks and sends a file of requests, and the page that shows its progress. */
export class SendManyPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/send-many');
  }

  async choose(name: string, text: string): Promise<void> {
    const files = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
    await this.page.locator('input[type=file]').setInputFiles(files);
  }

  get show() {
    return field(this.page, 'Show');
  }

  get rows() {
    return this.page
      .getByRole('table', { name: /Rows of the file|Results of the rows/ })
      .locator('tbody tr[data-index]');
  }

  send(count: number) {
    return button(this.page, `Send ${count}`);
  }

  schedule(count: number) {
    return button(this.page, `Schedule ${count}`);
  }

  get start() {
    return button(this.page, 'Start now');
  }

  get pause() {
    return button(this.page, 'Pause');
  }

  get resume() {
    return button(this.page, 'Resume');
  }

  get cancel() {
    return button(this.page, 'Cancel the rest');
  }

  get download() {
    return button(this.page, 'Download results');
  }
}
