import type { Page, TestInfo } from '@playwright/test';
import { LinksPage } from '../pages/index.js';
import { Mailbox } from '../support/mailbox.js';
import { anAddress, aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import { readRun } from '../support/run.js';
import { button, expectAccessible, expectNoSidewaysScroll, rowOf } from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

/** Saves pictures of the screen at three widths, in both colour schemes. */
async function pictures(page: Page, info: TestInfo, name: string): Promise<void> {
  const size = page.viewportSize();
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await picture(page, info, `${name}-${String(width)}-${colorScheme}`);
    }
  }
  if (size) await page.setViewportSize(size);
  await expectAccessible(page);
  if ((await page.getByRole('dialog').count()) === 0) await expectNoSidewaysScroll(page);
}

test(
  'a clinician emails a link, sees that it was sent without a reload, and corrects an address that was refused',
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
