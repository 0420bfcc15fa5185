import type { Locator, Page } from '@playwright/test';
import { DocumentDownloadsPage, DocumentsPage } from '../pages/index.js';
import { aReference, receive, type Received } from '../support/make.js';
import { picture } from '../support/pages.js';
import { button, expectNoSidewaysScroll, rowOf, sentence } from '../support/screen.js';
import { asAdmin, asClinician, expect } from '../support/test.js';

/** File names as people choose them. */
const names = [
  { kind: 'Arabic text and a mark that hides the extension', sent: 'تقرير\u202Efdp.exe طبي.pdf' },
  { kind: 'emoji of several code points', sent: '👩🏽‍⚕️ letter from 👨‍👩‍👧 clinic 🏥.pdf' },
  { kind: 'quotes and markup', sent: `O'Neil "referral" & <b>letter</b>.pdf` },
  { kind: 'three hundred characters', sent: `${'n'.repeat(296)}.pdf` },
];
const comment = `\u202Eshalom\u202C שלום ${'c'.repeat(300)}`;
/** Height of the tallest row, px: three lines of name, three of comment, and on a phone the facts and buttons below. */
const tallestRow = 420;

/** Sends a document with this name, from which the server removes the marks that change text direction. */
async function received(api: Parameters<typeof receive>[0], sent: string): Promise<Received> {
  const { token, document } = await receive(api, aReference('NAME'), { name: sent, comment });
  expect(document.file_name).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u);
  return { token, document };
}

/** Expects both texts to start at the same left edge, even if their directions differ. */
async function expectSameLeft(one: Locator, other: Locator): Promise<void> {
  const left = (part: Locator) =>
    part.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.round(range.getBoundingClientRect().left);
    });
  expect(Math.abs((await left(one)) - (await left(other)))).toBeLessThanOrEqual(2);
}

/** Expects the element around a link to be at least as high as the link: lines beyond it would cover the rows below. */
async function expectWholeInSight(link: Locator): Promise<void> {
  const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0;
  expect(await heightOf(link)).toBeLessThanOrEqual(await heightOf(link.locator('..')));
}

const fitsItsWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

for (const { kind, sent } of names)
  asClinician(
    `a name with ${kind} is shown in full in the list and on the details page`,
    async ({ page, people }, info) => {
      const { token, document } = await received(await people.get('user'), sent);
      const name = sentence(page, document.file_name);
      await new DocumentsPage(page).open();
      const row = rowOf(page, document.patient_ref_id);
      await expect(row).toContainText(document.file_name);
      await row.scrollIntoViewIfNeeded();
      expect((await row.boundingBox())?.height).toBeLessThan(tallestRow);
      await expectWholeInSight(row.getByRole('link', { name: document.file_name }));
      expect(await fitsItsWidth(page)).toBe(true);
      await expectNoSidewaysScroll(page);
      await picture(page, info, `name-list-${names.findIndex((one) => one.kind === kind)}`);

      await row.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(page.getByRole('dialog')).toContainText(
        `${document.file_name}, patient ${document.patient_ref_id}`,
      );
      expect(await fitsItsWidth(page)).toBe(true);
      await button(page, 'Cancel').click();

      await page.goto(`/documents/${document.id}`);
      await expect(name).toBeVisible();
      expect(await fitsItsWidth(page)).toBe(true);
      await expectNoSidewaysScroll(page);

      await page.goto(`/tokens/${token.id}`);
      await expect(name).toBeVisible();
      await expectSameLeft(name, page.locator('main li time').first());
      expect(await fitsItsWidth(page)).toBe(true);
    },
  );

asAdmin("the administrator's table cuts a long name between visible characters", async ({ page, people }) => {
  const [, emoji] = names;
  const { document } = await received(await people.get('user', 1), emoji?.sent ?? '');
  await new DocumentDownloadsPage(page).open();
  const first = [...new Intl.Segmenter('en').segment(document.file_name)].slice(0, 20);
  const cut = `${first.map(({ segment }) => segment).join('')}...`;
  await expect(rowOf(page, document.patient_ref_id)).toContainText(cut);
  expect(await fitsItsWidth(page)).toBe(true);
});
