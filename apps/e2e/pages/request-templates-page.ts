import type { Page } from '@playwright/test';
import { button, field } from '../support/screen.js';

/** The clinic's request templates, with the dialog that creates one. */
export class RequestTemplatesPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/admin/request-templates');
  }

  /** Opens the dialog, and names the template. */
  async begin(name: string): Promise<void> {
    await button(this.page, 'New template').click();
    await field(this.page, 'Name').fill(name);
  }

  /** The section of the dialog for a language, such as `Polish`. */
  in(language: string) {
    const dialog = this.page.getByRole('dialog', { name: 'New template' });
    return dialog.getByRole('group', { name: new RegExp(`^${language}`) });
  }

  instructions(language: string) {
    return this.in(language).getByLabel('Instructions for the patient');
  }

  get addLanguage() {
    return field(this.page, 'Add a language');
  }

  get save() {
    return button(this.page, 'Save template');
  }
}
