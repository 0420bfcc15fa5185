import type { AskAgain, TokensResponse } from '@caredrop/contracts';
import type { Page, TestInfo } from '@playwright/test';
import { LinksPage } from '../pages/index.js';
import { Mailbox } from '../support/mailbox.js';
import { anAddress, aReference, receiveWith } from '../support/make.js';
import { picture, savesScreenshots } from '../support/pages.js';
import { remindNow } from '../support/remind-now.js';
import { readRun } from '../support/run.js';
import { button, expectAccessible, expectNoSidewaysScroll, rowOf } from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

/** Saves screenshots at three widths in both colour schemes, if requested, and checks accessibility. */
async function pictures(page: Page, info: TestInfo, name: string): Promise<void> {
  if (savesScreenshots) await allPictures(page, info, name);
  await expectAccessible(page);
  if ((await page.getByRole('dialog').count()) === 0) await expectNoSidewaysScroll(page);
}

async function allPictures(page: Page, info: TestInfo, name: string): Promise<void> {
  const size = page.viewportSize();
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await picture(page, info, `${name}-${String(width)}-${colorScheme}`);
    }
  }
  if (size) await page.setViewportSize(size);
}

test(
  'a clinician emails a link, sees without a reload that it was sent, and corrects an address that was refused',
  once,
  async ({ open, people }, info) => {
    const page = await open(await people.signIn(await people.newClinician()));
    const links = new LinksPage(page);
    const address = anAddress();
    const [reference, wrong] = [aReference('MAIL'), aReference('MAIL')];

    await links.openForm();
    await links.reference.fill(reference);
    await links.newAddress.fill(address);
    await links.generateAndEmail.click();
    await expect(page.getByText(`To ${address}. The clinic’s mail server has accepted it.`)).toBeVisible();
    await pictures(page, info, 'email-card');
    const [text = ''] = await new Mailbox(readRun().mailUrl).sentTo(address);
    const link = /\S+\/upload\?token=\w+/.exec(text)?.[0] ?? '';

    await links.reference.fill(wrong);
    await links.newAddress.fill(anAddress('refused.test'));
    await links.generateAndEmail.click();
    await expect(page.getByText('The mail server refused this address: it may not exist.')).toBeVisible();

    await links.open();
    await expect(rowOf(page, reference)).toContainText('email sent');
    await expect(rowOf(page, wrong)).toContainText('email failed');
    await pictures(page, info, 'email-list');
    await rowOf(page, wrong).getByRole('button', { name: 'Resend by email' }).click();
    await expect(links.address).toHaveValue(/refused\.test$/);
    await pictures(page, info, 'email-dialog');
    await links.address.fill(anAddress());
    await button(page, 'Send email').click();
    await expect(rowOf(page, wrong)).toContainText('email sent');

    await rowOf(page, reference).getByRole('link', { name: 'Details' }).click();
    await expect(page.getByText(/Whether it has arrived is not known/)).toBeVisible();
    await pictures(page, info, 'email-details');

    await page.goto(link);
    await expect(page.getByText(reference)).toBeVisible();
  },
);

test(
  'a patient whose link was emailed gets reminders, a new link and a repeated request by email',
  once,
  async ({ open, people }, info) => {
    const api = await people.signIn(await people.newClinician());
    const page = await open(api);
    const links = new LinksPage(page);
    const mailbox = new Mailbox(readRun().mailUrl);
    const address = anAddress();
    const reference = aReference('FOLLOW');
    const short = `${address[0] ?? ''}…${address.slice(address.indexOf('@'))}`;

    await links.openForm();
    await links.reference.fill(reference);
    await links.newAddress.fill(address);
    const box = page.getByRole('checkbox', { name: /^Reminders: / });
    await expect(box).toBeChecked();
    await expect(box).toHaveAccessibleDescription(/^The patient is emailed again on these days/);
    await pictures(page, info, 'email-form-reminders');
    await links.generateAndEmail.click();
    await expect(page.getByText(`To ${address}. The clinic’s mail server has accepted it.`)).toBeVisible();

    const { body } = await api.get<TokensResponse>(`/tokens?search=${reference}`);
    const [{ id = '' } = {}] = body.data.tokens;
    await remindNow(api, id, 'sent');
    await page.goto(`/tokens/${id}`);
    await expect(page.getByText(/: email sent$/)).toBeVisible();
    await expect(page.getByText(/^Planned by email: /)).toBeVisible();
    await pictures(page, info, 'email-reminders');
    await button(page, 'Pause reminders').click();
    await expect(page.getByText('Paused: none will be sent until you resume them.')).toBeVisible();
    await button(page, 'Resume').click();
    await button(page, 'Resend by email').click();
    await expect(page.getByRole('dialog').getByRole('checkbox', { name: /^Reminders: / })).toBeChecked();
    await pictures(page, info, 'email-dialog-reminders');
    await button(page, 'Cancel').click();

    await page.goto('/tokens');
    await rowOf(page, reference).getByRole('checkbox').check();
    await button(page, 'Resend to 1').click();
    await pictures(page, info, 'email-bulk');
    await page.getByRole('dialog').getByRole('button', { name: 'Resend to 1' }).click();
    await expect(page.getByRole('dialog').getByText('email queued')).toBeVisible();
    await pictures(page, info, 'email-bulk-done');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect(rowOf(page, reference)).toContainText('email sent');

    await page.goto(`/tokens/${id}`);
    await button(page, 'Send new link').click();
    const dialog = page.getByRole('dialog', { name: 'Send a new link?' });
    await expect(dialog.getByText(short)).toBeVisible();
    await pictures(page, info, 'email-new-link');
    await dialog.getByRole('button', { name: 'Send new link' }).click();
    await expect(
      page.getByText('The email with it will be sent in a moment.', { exact: false }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Open the new link' }).click();
    await expect(page.getByText(`To ${address}. The clinic’s mail server has accepted it.`)).toBeVisible();

    const found = (await api.get<TokensResponse>(`/tokens?search=${reference}&status=active`)).body.data
      .tokens;
    const [next] = found;
    if (!next) throw new Error('there is no new link');
    const { document } = await receiveWith(api, next, { name: 'blurred.pdf' });
    // The address of a used link is soon deleted, so it must be typed again.
    const kept = async () => (await api.get<AskAgain>(`/tokens/${next.id}/ask-again`)).body.data.emailHint;
    await expect.poll(kept, { timeout: 90_000 }).toBeUndefined();
    await page.goto(`/documents/${document.id}`);
    await button(page, 'Ask again').click();
    const again = page.getByRole('dialog', { name: 'Ask for this document again?' });
    await expect(again.getByText(/^The email has the usual text and not the reason\./)).toBeVisible();
    await pictures(page, info, 'email-ask-again');
    await again.getByLabel('Email address').fill(address);
    await again.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('The patient was asked again')).toBeVisible();
    await expect.poll(async () => (await mailbox.sentTo(address)).length, { timeout: 30_000 }).toBe(5);
  },
);
