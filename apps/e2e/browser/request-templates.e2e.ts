import { patientCopy } from '@caredrop/patient-copy/sync';
import type { NewLinkResponse } from '@caredrop/contracts';
import { RequestTemplatesPage, UploadPage } from '../pages/index.js';
import { aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import {
  button,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  rowOf,
  sentence,
} from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

const polish = patientCopy('pl');
const instructions = 'Sfotografuj obie strony karty.\nBez lampy błyskowej.';
const inEnglish = 'Photograph both sides of the card.\nNo flash.';

test(
  'an administrator writes a template in two languages, a clinician uses it, and the patient reads it in Polish',
  once,
  async ({ page, open, people }, info) => {
    const name = aReference('Card');
    const admin = await open(await people.get('admin'));
    const templates = new RequestTemplatesPage(admin);
    await templates.open();
    await templates.begin(name);
    await templates.instructions('English').fill(inEnglish);
    await templates.addLanguage.selectOption('pl');
    await templates.instructions('Polish').fill(instructions);
    await templates.in('Polish').getByLabel('Text message').fill('Prosimy o kartę: {link}');
    await field(admin, 'Days until the link expires').fill('9');
    await expectAccessible(admin);
    await expectNoSidewaysScroll(admin);
    await picture(admin, info, 'request-template-dialog');
    await templates.save.click();
    await expect(rowOf(admin, name)).toContainText('After 9 days');
    await expectAccessible(admin);
    await picture(admin, info, 'request-templates');

    const patientRefId = aReference('TEMPLATE');
    const staff = await open(await people.get('user'));
    await staff.goto('/generate-link');
    await field(staff, 'Template').selectOption(name);
    await expect(field(staff, 'Days until the link expires')).toHaveValue('9');
    await field(staff, 'Language for the patient').selectOption('pl');
    await expect(sentence(staff, instructions)).toHaveAttribute('lang', 'pl');
    await field(staff, 'Patient Reference ID').fill(patientRefId);
    await expectAccessible(staff);
    await expectNoSidewaysScroll(staff);
    await picture(staff, info, 'generate-link-template');
    const [made] = await Promise.all([
      staff.waitForResponse(
        (response) => response.url().endsWith('/api/tokens') && response.status() === 201,
      ),
      button(staff, 'Generate Link').click(),
    ]);
    const { token } = ((await made.json()) as { data: NewLinkResponse }).data;
    // Until the new link's card is shown, the first button belongs to the latest link in the list.
    await expect(staff.locator('code', { hasText: token.token })).toBeVisible();
    await button(staff, 'Send SMS').first().click();
    await expect(field(staff, 'Message')).toHaveValue(/^Prosimy o kartę: http/);

    await new UploadPage(page).open(token.token);
    await expect(page.getByRole('heading', { name: polish.form.upload() })).toBeVisible();
    await expect(sentence(page, instructions)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await picture(page, info, 'patient-template');
    await page.locator('#language').selectOption('en');
    await expect(sentence(page, inEnglish)).toBeVisible();
    await page.locator('#language').selectOption('ar');
    await expect(sentence(page, inEnglish)).toHaveAttribute('dir', 'ltr');
    await expectAccessible(page);
    await picture(page, info, 'patient-template-other-language');

    await rowOf(admin, name).getByRole('button', { name: 'Archive' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await expect(rowOf(admin, name)).toHaveCount(0);
    await page.reload();
    await expect(sentence(page, inEnglish)).toBeVisible();
  },
);
