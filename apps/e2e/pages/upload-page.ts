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

  get sendAsPictures() {
    return button(this.page, 'Send it as pictures of its pages');
  }

  /** The button that opens the preview of a chosen file, or of a page in the list. */
  previewOf(name: string | number) {
    return button(this.page, typeof name === 'number' ? `Look at page ${name}` : `Look at “${name}”`);
  }

  get watchGuide() {
    return button(this.page, 'Watch 45s guide');
  }

  get saveReceipt() {
    return button(this.page, 'Save receipt');
  }

  get takePhoto() {
    return button(this.page, 'Take a photo');
  }

  get shutter() {
    return button(this.page, 'Take photo of this page');
  }

  get camera() {
    return this.page.getByRole('dialog', { name: /^Page \d+$/ });
  }

  get done() {
    return this.camera.getByRole('button', { name: 'Done', exact: true });
  }

  /** The button in the list or, with the camera open, in its dialog. */
  get addPage() {
    return this.page.getByRole('button', { name: 'Add page', exact: true }).last();
  }

  get undo() {
    return button(this.page, 'Undo');
  }

  get cancel() {
    return button(this.page, 'Cancel');
  }

  /** The button for an action on one page in the list, such as 'Rotate'. */
  ofPage(action: string, number: number) {
    return button(this.page, `${action} page ${number}`).first();
  }

  /** With the camera open: takes the photo and waits until the page is on the list. */
  async shoot(number: number): Promise<void> {
    await this.shutter.click();
    await this.page.getByText(`Page ${number} was added.`, { exact: true }).waitFor();
  }

  /** Takes the pages with these numbers, starting from the first photo or from *Add page*. */
  async scan(from: number, to: number): Promise<void> {
    for (let number = from; number <= to; number += 1) {
      await (number === 1 ? this.takePhoto : this.addPage).click();
      await this.shoot(number);
    }
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

  /** Chooses several files in the browser's dialog, in this order. */
  async chooseTogether(files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await button(this.page, 'Choose a file').click();
    await (await chooser).setFiles(files);
  }

  async choosePdf(name = 'letter.pdf'): Promise<void> {
    await this.choose(name, 'application/pdf', aPdf());
  }
}
