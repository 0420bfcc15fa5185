import { readFile } from 'node:fs/promises';
import { SendManyPage } from '../pages/index.js';
import { Mailbox } from '../support/mailbox.js';
import { aPhoneNumber, aReference, anAddress } from '../support/make.js';
import { picture } from '../support/pages.js';
import { readRun } from '../support/run.js';
import { button, expectAccessible, expectNoSidewaysScroll, link, rowOf } from '../support/screen.js';
import { startFileNow } from '../support/send-due-now.js';
import { asClinician, expect, once } from '../support/test.js';

/**
 * A CSV file as Excel exports it in many locales: BOM, semicolons, CRLF. Each row has a reference, a number and a
 * surname.
 */
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
  'a file with an email column is sent by text, by email, or both',
  once,
  async ({ page }, info) => {
    const many = new SendManyPage(page);
    await many.open();
    const [address, second, refused] = [anAddress(), anAddress(), anAddress('refused.test')];
    const [onlyEmail, onlyText, both, wrong] = [aReference(), aReference(), aReference(), aReference()];
    const lines = [
      'Reference,Phone,E-mail',
      `${onlyEmail},,${address}`,
      `${onlyText},${aPhoneNumber()},`,
      `${both},${aPhoneNumber()},${second}`,
      `${aReference()},,patient at home`,
      `${aReference()},,`,
      `${wrong},${aPhoneNumber()},${refused}`,
    ];
    await many.choose('emails.csv', lines.join('\r\n'));
    await expect(page.getByText('4 requests will be sent. 2 rows will not.')).toBeVisible();
    await expect(page.getByText('Emails: 3.')).toBeVisible();
    const result = (reference: string) => many.rows.filter({ hasText: reference });
    await expect(result(onlyEmail)).toContainText('Will be emailed.');
    await expect(result(onlyText)).toContainText('Will be texted.');
    await expect(result(both)).toContainText('Will be texted and emailed.');
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
    await expect(page.getByText('There is neither a phone number nor an email address.')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await picture(page, info, 'send-many-emails-checked');
    await many.send(4).dblclick();
    await expect(page.getByText('Every row has been handled.')).toBeVisible();
    await expect(result(onlyEmail)).toContainText('Email sent');
    await expect(result(onlyText)).toContainText('Sent');
    await expect(result(both)).toContainText(/Text: sent.*Email sent/);
    await expect(result(wrong)).toContainText('Email not sent: The mail server refused this address');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await picture(page, info, 'send-many-emails-done');
    const mailbox = new Mailbox(readRun().mailUrl);
    for (const one of [address, second]) {
      const mails = await mailbox.sentTo(one);
      expect(mails).toHaveLength(1);
      expect(mails[0]).toMatch(/\/upload\?token=\w{43}/);
    }
    const [download] = await Promise.all([page.waitForEvent('download'), many.download.click()]);
    const results = await readFile(await download.path(), 'utf8');
    expect(results).toContain(`2,${onlyEmail},By email,,Email sent,,`);
    expect(results).toContain(`4,${both},Sent,,Email sent,,`);
    await page.goto('/tokens');
    await expect(rowOf(page, onlyEmail)).toContainText('email sent');
    await expect(rowOf(page, wrong)).toContainText('email failed');
  },
);

asClinician('a file scheduled for later waits and is sent at its time', once, async ({ page }, info) => {
  const many = new SendManyPage(page);
  const rows = good(2);
  await many.open();
  await many.choose('later.csv', fileOf(rows));
  await expect(page.getByText('2 requests will be sent.')).toBeVisible();
  await page.getByText('Later', { exact: true }).click();
  await button(page, 'Monday 08:00').click();
  await expectAccessible(page);
  await many.schedule(2).dblclick();
  await expect(page.getByText(/Will be sent on .+, 08:00.* Until then you can cancel it\./)).toBeVisible();
  await expect(many.start).toBeVisible();
  await expect(many.rows).toHaveCount(2);
  for (const row of await many.rows.all()) await expect(row).toContainText('Waiting');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'send-many-scheduled');
  await startFileNow(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  await expect(page.getByText('Every row has been handled.')).toBeVisible();
  for (const [reference] of rows)
    await expect(many.rows.filter({ hasText: reference })).toContainText('Sent');
  await page.goto('/tokens');
  for (const [reference] of rows) await expect(rowOf(page, reference)).toContainText(/sent|delivered/);
});

asClinician(
  'a paused file is still there after a reload, and the rest of it can be cancelled',
  once,
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

asClinician('for a file that cannot be used, the page says why and sends nothing', once, async ({ page }) => {
  const many = new SendManyPage(page);
  await many.open();
  await many.choose('names.csv', 'Name,Town\nBell,Leeds');
  await expect(page.getByText('There is no column for the reference.', { exact: false })).toBeVisible();
  await many.choose('book.xlsx', 'PK\u0003\u0004');
  await expect(page.getByText('This is an Excel workbook.', { exact: false })).toBeVisible();
  await many.choose('bad.csv', fileOf([[aReference(), '020 7946 0123']]));
  await expect(many.send(0)).toBeDisabled();
});
