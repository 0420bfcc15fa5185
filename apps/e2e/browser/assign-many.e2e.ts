import { LinksPage } from '../pages/index.js';
import { picture } from '../support/pages.js';
import { expectAccessible, expectNoSidewaysScroll } from '../support/screen.js';
import { asClinician, expect } from '../support/test.js';

asClinician(
  'the dialog that assigns several links warns that the clinician will no longer see them, and is accessible',
  async ({ page }, info) => {
    await new LinksPage(page).open();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: /^Assign \d+…$/ }).click();
    const dialog = page.getByRole('dialog');
    const assign = dialog.getByRole('button', { name: /^Assign \d+$/ });
    await expect(assign).toBeDisabled();
    await dialog.getByLabel('Clinician').selectOption({ label: 'Ben Okoro' });
    await expect(dialog.getByText(/^You will no longer see/)).toBeVisible();
    await expect(assign).toBeEnabled();
    await expectAccessible(page);
    await picture(page, info, 'assign-many');
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  },
);
