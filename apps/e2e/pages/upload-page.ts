import { aPdf } from '@caredrop/testing';
import type { Page } from '@playwright/test';
import { button, field } from '../support/screen.js';

/** The patient's page. */
export class UploadPage {
  constructor(private readonly page: Page) {}

  get comment() {
    return field(this.page, 'Comment (optional)');
  }

  get submit() {
    return button(this.page, 'Upload Document');
  }

  get tryAgain() {
    return button(this.page, 'Try again');
  }

  get checkAgain() {
    return button(this.page, 'Check again');
  }

  get makeSmaller() {
    return button(this.page, 'Make it smaller');
  }

  get convertToJpeg() {
    return button(this.page, 'Convert to JPEG');
  }

  get watchGuide() {
    return button(this.page, 'Watch 45s guide');
  }

  get saveReceipt() {
    return button(this.page, 'Save receipt');
  }

  get file() {
    return this.page.locator('input[type=file]');
  }

  async open(token: string): Promise<void> {
    await this.page.goto(`/upload?token=${token}`);
  }

  async choose(name: string, mimeType: string, buffer: Buffer): Promise<void> {
    await this.file.setInputFiles({ name, mimeType, buffer });
  }

  async choosePdf(name = 'letter.pdf'): Promise<void> {
    await this.choose(name, 'application/pdf', aPdf());
  }
}
