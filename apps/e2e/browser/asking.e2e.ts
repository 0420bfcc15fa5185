import type { Token, TokensResponse } from '@caredrop/contracts';
import type { Page } from '@playwright/test';
import { LinksPage } from '../pages/index.js';
import { aPhoneNumber, aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import { readRun } from '../support/run.js';
import { button, expectAccessible, expectNoSidewaysScroll, field, hold } from '../support/screen.js';
import { asClinician, expect, once } from '../support/test.js';

/** The link on the card of the new link, or on the sheet. */
const linkIn = (page: Page) => page.locator('code', { hasText: '/upload?token=' }).first();

asClinician('a clinician makes a link and texts it with one click', async ({ page }, info) => {
  const links = new LinksPage(page);
  await links.openForm();
  const reference = aReference();
  await links.reference.fill(reference);
  await links.newNumber.fill(aPhoneNumber());
  await expect(page.getByRole('checkbox', { name: /^Reminders: / })).toBeChecked();
  await expectAccessible(page);
  await picture(page, info, 'ask-with-sms');
  await links.generateAndText.click();
  await expect(page.getByText(/^The link was sent to \+447700900\d{3} by SMS\.$/)).toBeVisible();
  await expect(linkIn(page)).toBeInViewport();
  await expectAccessible(page);
  await picture(page, info, 'ask-with-sms-sent');
  await expect(links.reference).toHaveValue('');
  await expect(links.newNumber).toHaveValue('');
});

asClinician('a number that cannot be texted is marked, and no link is made', async ({ page }) => {
  const links = new LinksPage(page);
  await links.openForm();
  const reference = aReference();
  await links.reference.fill(reference);
  await links.newNumber.fill('020 7946 0123');
  await links.generateAndText.click();
  await expect(links.newNumber).toHaveAccessibleDescription(/No text can be sent to this number/);
  await expect(links.reference).toHaveValue(reference);
  await expect(page.getByText(`Link for ${reference}`)).toBeHidden();
  await links.newNumber.fill(aPhoneNumber());
  await expect(links.newNumber).not.toHaveAccessibleDescription(/No text can be sent to this number/);
});

asClinician(
  'a link whose text was refused is shown with the reason and can be texted again',
  once,
  async ({ page }, info) => {
    const links = new LinksPage(page);
    await links.openForm();
    await links.reference.fill(aReference());
    await links.newNumber.fill('+44 7911 129999');
    await links.generateAndText.click();
    await expect(
      page.getByText('The link was made, but it may not have been sent by SMS.', { exact: false }),
    ).toBeVisible();
    await picture(page, info, 'ask-with-sms-refused');
    await page.getByRole('main').getByRole('button', { name: 'Send SMS', exact: true }).first().click();
    await expect(field(page, 'Message')).toBeVisible();
  },
);

asClinician(
  'the button appears together with the fields that load later, so that no click misses it',
  async ({ page }) => {
    const links = new LinksPage(page);
    const { release } = await hold(page, 'GET', /\/assets\/optional-fields-[^/]*\.js$/);
    await links.openForm();
    await expect(page.getByRole('heading', { name: 'Your Upload Tokens' })).toBeVisible();
    await expect(links.generate).toBeHidden();
    release();
    await expect(links.generate).toBeVisible();
    await expect(links.newNumber).toBeVisible();
  },
);

asClinician('a retry after a lost response makes no second link', once, async ({ page, people }) => {
  const links = new LinksPage(page);
  await links.openForm();
  const reference = aReference();
  await links.reference.fill(reference);
  let isLost = false;
  await page.route('**/api/tokens', async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await links.generate.click();
  await expect(page.getByText('The link may have been made.', { exact: false })).toBeVisible();
  await links.generate.click();
  await expect(page.getByText(`Link for ${reference}`)).toBeVisible();
  const { body } = await (await people.get('user')).get<TokensResponse>(`/tokens?search=${reference}`);
  expect(body.data.tokens).toHaveLength(1);
});

asClinician('a link is shown as a QR code and printed on one page', once, async ({ page, people }, info) => {
  const clinician = await people.get('user');
  const { body } = await clinician.post<{ token: Token }>('/tokens', {
    patientRefId: aReference(),
    language: 'ar',
  });
  const { id, token } = body.data.token;
  await page.goto(`/tokens/${id}`);
  await button(page, 'QR code').click();
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expect(page.getByRole('dialog').locator('[lang=ar][dir=rtl]')).toContainText(
    `${readRun().url}/upload?token=${token}`,
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'link-sheet');
  const pdf = await page.pdf({ format: 'A4', path: info.outputPath('sheet.pdf') });
  expect(pdf.toString('latin1').match(/\/Type ?\/Page\b/g)).toHaveLength(1);
});
