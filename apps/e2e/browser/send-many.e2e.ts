import { readFile } from 'node:fs/promises';
import { SendManyPage } from '../pages/index.js';
import { aPhoneNumber, aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import { button, expectAccessible, expectNoSidewaysScroll, link } from '../support/screen.js';
import { asClinician, expect } from '../support/test.js';

/** Rows of references and numbers, below a header as Excel writes it in many countries. */
const fileOf = (rows: [string, string][]) =>
  `\ufeff${['Patient Ref;Mobile;Surname', ...rows.map((row) => [...row, 'Bell'].join(';'))].join('\r\n')}`;
const good = (count: number) =>
  Array.from({ length: count }, (): [string, string] => [aReference(), aPhoneNumber()]);

asClinician('a clinician checks a file, sends it, and downloads the results', async ({ page }, info) => {
  const many = new SendManyPage(page);
  await page.goto('/generate-link');
  await link(page, 'Send many').click();
  await expectAccessible(page);
  await picture(page, info, 'send-many');
  const rows = good(3);
  const [first = ''] = rows[0] ?? [];
  await many.choose(
    'monday.csv',
    fileOf([...rows, [aReference(), '020 7946 0123'], [first, aPhoneNumber()]]),
  );
  await expect(page.getByText('monday.csv: 5 rows')).toBeVisible();
  await expect(page.getByText('Columns that are not used: Surname.')).toBeVisible();
  await expect(page.getByText('3 requests will be sent. 2 rows will not.')).toBeVisible();
  await expect(many.rows).toHaveCount(5);
  await expect(page.getByText('This is a landline number, which cannot be texted.')).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'send-many-checked');
  await expectNoSidewaysScroll(page);
  await many.show.selectOption({ label: 'Will not be sent (2)' });
  await expect(many.rows).toHaveCount(2);
  await many.send(3).dblclick();
  await expect(page.getByText('Every row has been handled.')).toBeVisible();
  await expect(page).toHaveURL(/\/send-many\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: '5 requests' })).toBeVisible();
  await expect(many.rows).toHaveCount(5);
  await expectAccessible(page);
  await picture(page, info, 'send-many-done');
  await expectNoSidewaysScroll(page);
  const [download] = await Promise.all([page.waitForEvent('download'), many.download.click()]);
  const results = await readFile(await download.path(), 'utf8');
  expect(results.match(/\/upload\?token=[A-Za-z0-9]{43}/g)).toHaveLength(3);
  expect(results).toContain('This reference is in the file more than once.');
});

asClinician(
  'a reload returns to a file that was paused, and its rest can be cancelled',
  async ({ page }, info) => {
    const many = new SendManyPage(page);
    await many.open();
    await many.choose('long.csv', fileOf(good(25)));
    await many.send(25).click();
    await many.pause.click();
    await expect(page.getByText('Paused. Nothing is sent until you resume.')).toBeVisible();
    await page.reload();
    await expect(many.resume).toBeVisible();
    await expectAccessible(page);
    await picture(page, info, 'send-many-paused');
    await many.open();
    await expect(page.getByRole('table', { name: 'Files that you have sent' })).toContainText('Paused');
    await picture(page, info, 'send-many-recent');
    await link(page, 'Open').first().click();
    await many.cancel.click();
    await expect(page.getByRole('dialog')).toContainText('will not be sent. This cannot be undone.');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the rest' }).click();
    await expect(page.getByText('Cancelled. Links that were sent before stay valid.')).toBeVisible();
    await expect(button(page, 'Resume')).toBeHidden();
  },
);

asClinician('a file that cannot be used says why, and nothing is sent', async ({ page }) => {
  const many = new SendManyPage(page);
  await many.open();
  await many.choose('names.csv', 'Name,Town\nBell,Leeds');
  await expect(page.getByText('There is no column for the reference.', { exact: false })).toBeVisible();
  await many.choose('book.xlsx', 'PK\u0003\u0004');
  await expect(page.getByText('This is an Excel workbook.', { exact: false })).toBeVisible();
  await many.choose('bad.csv', fileOf([[aReference(), '020 7946 0123']]));
  await expect(many.send(0)).toBeDisabled();
});
