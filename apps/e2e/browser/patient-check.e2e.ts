import type { Token } from '@caredrop/contracts';
import type { Page } from '@playwright/test';
import { LinksPage, UploadPage } from '../pages/index.js';
import { databaseUrl, query } from '../support/insides.js';
import { aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import { button, expectAccessible, field } from '../support/screen.js';
import { asClinician, expect, once, test } from '../support/test.js';

const born = ['27', '3', '1948'] as const;

async function give(page: Page, [day, month, year]: readonly [string, string, string]): Promise<void> {
  await field(page, 'Day').fill(day);
  await field(page, 'Month').fill(month);
  await field(page, 'Year').fill(year);
  await page.keyboard.press('Enter');
}

const setTries = (id: string, tries: number, more = '') =>
  query(databaseUrl('caredrop_token'), `UPDATE tokens SET check_tries = ${tries}${more} WHERE id = '${id}'`);

test('a patient fails the check once, passes it, is not asked again after a reload, and sends the document; another browser is asked', async ({
  page,
  open,
  people,
}, info) => {
  const uploadPage = new UploadPage(page);
  const { token } = await (await people.get('user')).createCheckedToken(aReference(), '1948-03-27');
  await uploadPage.open(token);
  await expect(page.getByRole('heading', { name: 'For J. S.' })).toBeFocused();
  await expectAccessible(page);
  await picture(page, info, 'patient-check');
  await give(page, ['27', '3', '48']);
  await expect(page.getByRole('alert')).toHaveText('Enter the year with 4 digits, for example 1948.');
  await expect(field(page, 'Year')).toBeFocused();
  await give(page, ['28', '3', '1948']);
  await expect(page.getByRole('alert')).toContainText('This is not the date of birth that your clinic has.');
  await expectAccessible(page);
  await picture(page, info, 'patient-check-wrong');
  await give(page, born);
  await expect(uploadPage.submit).toBeVisible();
  await page.reload();
  await expect(uploadPage.submit).toBeVisible();

  const other = await open(null);
  await new UploadPage(other).open(token);
  await expect(other.getByRole('heading', { name: 'For J. S.' })).toBeVisible();

  await uploadPage.choosePdf();
  await uploadPage.submit.click();
  await expect(page.getByRole('heading', { name: 'Upload Successful' })).toBeVisible();
});

test('when the proof becomes invalid while the form is open, the page asks for the date of birth again and keeps what was chosen', async ({
  page,
  people,
}) => {
  const uploadPage = new UploadPage(page);
  const { id, token } = await (await people.get('user')).createCheckedToken(aReference(), '1948-03-27');
  await uploadPage.open(token);
  await give(page, born);
  await uploadPage.choosePdf();
  await query(databaseUrl('caredrop_token'), `UPDATE tokens SET check_version = 2 WHERE id = '${id}'`);
  await uploadPage.submit.click();
  await give(page, ['27', 'March', '1948']);
  await uploadPage.submit.click();
  await expect(page.getByRole('heading', { name: 'Upload Successful' })).toBeVisible();
});

test(
  'the patient has to wait after ten wrong dates, and the link is locked after thirty',
  once,
  async ({ page, people }, info) => {
    const uploadPage = new UploadPage(page);
    const { id, token } = await (await people.get('user')).createCheckedToken(aReference(), '1948-03-27');
    await setTries(id, 8);
    await uploadPage.open(token);
    await give(page, ['1', '1', '1950']);
    await expect(page.getByRole('alert')).toContainText('You can try once more.');
    await give(page, ['2', '1', '1950']);
    await expect(page.getByRole('heading', { name: 'Please wait' })).toBeFocused();
    await expectAccessible(page);
    await picture(page, info, 'patient-check-waiting');
    await setTries(id, 29, ', check_waits_until = NULL');
    await page.reload();
    await give(page, ['3', '1', '1950']);
    await expect(page.getByRole('heading', { name: 'This link is locked' })).toBeFocused();
    await expectAccessible(page);
    await picture(page, info, 'patient-check-locked');
  },
);

asClinician(
  'a clinician creates a link with a date of birth, and unlocks it',
  once,
  async ({ page }, info) => {
    const links = new LinksPage(page);
    await links.openForm();
    await links.reference.fill(aReference());
    await field(page, 'Date of birth (optional)').fill('1948-03-27');
    await links.generate.click();
    await expect(page.getByText('Enter 1 to 8 characters')).toBeVisible();
    await expectAccessible(page);
    await picture(page, info, 'generate-link-check');
    await field(page, 'Initials for the date of birth').fill('J. S.');
    const [response] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/api/tokens') && response.status() === 201),
      links.generate.click(),
    ]);
    const { token } = ((await response.json()) as { data: { token: Token } }).data;
    await setTries(token.id, 30);
    await page.goto(`/tokens/${token.id}`);
    await expect(page.getByText('For J. S.: locked, after too many wrong dates of birth')).toBeVisible();
    await expectAccessible(page);
    await picture(page, info, 'token-check-locked');
    await button(page, 'Unlock').click();
    await expect(page.getByText('For J. S.: not answered yet')).toBeVisible();
  },
);
