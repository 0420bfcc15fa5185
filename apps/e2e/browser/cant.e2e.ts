import { UploadPage } from '../pages/index.js';
import { enterOn, tabTo, typeInto } from '../support/keyboard.js';
import { aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import { button, expectAccessible, field, rowOf, sentence } from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

const comment = 'My phone has no camera. Please call me.';

test(
  'a patient reports a problem by keyboard, and the clinician reads it and closes it',
  once,
  async ({ open, page, people }, info) => {
    const uploadPage = new UploadPage(page);
    const reference = aReference('CANT');
    const { id, token } = await (await people.get('user')).createToken(reference);
    await uploadPage.open(token);
    await uploadPage.choosePdf('half-done.pdf');
    await expect(sentence(page, 'half-done.pdf')).toBeVisible();

    await enterOn(page, button(page, 'I can’t do this'));
    const dialog = page.getByRole('dialog', { name: 'Tell your clinic what is wrong' });
    await expect(dialog).toBeFocused();
    await picture(page, info, 'cant-dialog');
    await expectAccessible(page);
    await tabTo(page, dialog.getByRole('radio').first());
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(
      dialog.getByLabel('I can’t take a photo, or I don’t have the document', { exact: true }),
    ).toBeChecked();
    await typeInto(page, field(page, 'Tell your clinic more (optional)'), comment);
    await enterOn(page, button(page, 'Send message'));
    const told = page.getByRole('dialog', { name: 'Your clinic has your message' });
    await expect(told).toBeFocused();
    await expect(told.getByText(/^Your link still works until /)).toBeVisible();
    await picture(page, info, 'cant-told');
    await expectAccessible(page);
    await enterOn(page, told.getByRole('button', { name: 'Close' }));
    await expect(button(page, 'I can’t do this')).toBeFocused();
    await expect(sentence(page, 'half-done.pdf')).toBeVisible();

    const staff = await open(await people.get('user'));
    await staff.goto('/tokens');
    await expect(rowOf(staff, reference).getByText('reported a problem')).toBeVisible();
    await staff.goto(`/tokens/${id}`);
    await expect(
      sentence(staff, 'The patient cannot take a photo, or does not have the document.'),
    ).toBeVisible();
    await expect(staff.getByText(comment)).toBeVisible();
    await picture(staff, info, 'reported-problem');
    await expectAccessible(staff);
    await enterOn(staff, button(staff, 'Done'));
    await expect(sentence(staff, 'Marked as done')).toBeVisible();
    await expect(staff.getByText(comment)).toHaveCount(0);

    await uploadPage.submit.click();
    await expect(page.getByRole('heading', { name: 'Upload Successful' })).toBeVisible();
  },
);
