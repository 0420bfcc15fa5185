import type { Page } from '@playwright/test';
import { button, field } from '../support/screen.js';

/** A clinician's links, with the form for a new one and the dialogs that text or email a link. */
export class LinksPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/tokens');
  }

  get reference() {
    return field(this.page, 'Patient Reference ID');
  }

  get notes() {
    return field(this.page, 'Notes');
  }

  get generate() {
    return button(this.page, 'Generate Link');
  }

  /** The phone number in the form for a new link. */
  get newNumber() {
    return field(this.page, 'Patient’s phone number');
  }

  get generateAndText() {
    return button(this.page, 'Generate Link and Send SMS');
  }

  get newAddress() {
    return field(this.page, 'Patient’s email address');
  }

  get generateAndEmail() {
    return button(this.page, 'Generate Link and Send Email');
  }

  /** The address in the dialog that emails a link. */
  get address() {
    return field(this.page, 'Email address');
  }

  get phoneNumber() {
    return field(this.page, 'Phone number');
  }

  get message() {
    return field(this.page, 'Message');
  }

  /** Opens the page with the form for a new link. */
  async openForm(): Promise<void> {
    await this.page.goto('/generate-link');
  }
}
