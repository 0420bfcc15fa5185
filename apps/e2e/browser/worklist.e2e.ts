import { aJpeg } from '@caredrop/testing';
import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from '../support/api.js';
import { databaseUrl, query } from '../support/insides.js';
import { aPhoneNumber, aReference, receive, receiveWith } from '../support/make.js';
import { picture } from '../support/pages.js';
import {
  button,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  link,
  rowOf,
  sentence,
} from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

/** Column values that put a link into a situation at once; normal use would take days. */
const failed = `has_sms = true, sms_status = 'failed', sms_error_code = '30006'`;
const expired = `status = 'expired', expires_at = now() - interval '1 day'`;
const used = `status = 'used', used_at = now(), received_at = now()`;
const asked = `${expired}, renewal_asked_at = now(), renewal_asks = 1`;
const reminded = `reminder_count = 3, last_reminder_at = now() - interval '2 days', next_reminder_at = NULL`;
const locked = `has_check = true, check_hash = '\\x00', check_tries = 30, check_initials = 'J. S.'`;

type Situation = [reference: string, columns: string, badge: string, act: (row: Locator) => Promise<void>];

const click = (name: string) => async (row: Locator) =>
  row.getByRole('button', { name, exact: true }).click();

/** The dialog that shows the new link stays open until it is closed. */
async function sendNew(row: Locator): Promise<void> {
  await click('Send new link')(row);
  await button(row.page(), 'Make new link').click();
  await expect(button(row.page(), 'Copy Link')).toBeVisible();
  await row.page().keyboard.press('Escape');
}

const text = (name: string) => async (row: Locator) => {
  await click(name)(row);
  await field(row.page(), 'Phone number').fill(aPhoneNumber());
  await row.page().getByRole('dialog').getByRole('button', { name: 'Send SMS' }).click();
};

async function extend(row: Locator): Promise<void> {
  await click('Extend')(row);
  await field(row.page(), 'Days from today').fill('30');
  await row.page().getByRole('dialog').getByRole('button', { name: 'Extend' }).click();
}

const situations: Situation[] = [
  ['INFECTED', `${used}, document_state = 'rejected'`, 'Document unusable', sendNew],
  ['LOST', `${used}, document_state = 'lost'`, 'Document unusable', sendNew],
  ['TEXT', failed, 'Text not delivered', text('Resend SMS')],
  ['TEXT-ENDED', `${failed}, ${expired}`, 'Text not delivered', sendNew],
  ['ASKED', asked, 'New link wanted', sendNew],
  ['ASKED-TEXT', `${failed}, ${asked}`, 'New link wanted', sendNew],
  ['CANNOT', `problem_reason = 'help', problem_at = now()`, 'Reported a problem', click('Done')],
  ['LOCKED', locked, 'Reported a problem', click('Unlock')],
  ['OPENED', `opened_at = now() - interval '25 hours'`, 'Opened, nothing sent', text('Send SMS')],
  ['ENDING', `expires_at = now() + interval '6 days'`, 'Ends soon', extend],
  ['SILENT', `has_sms = true, ${reminded}`, 'Not answering', text('Resend SMS')],
  ['SILENT-ENDED', `${reminded}, ${expired}`, 'Not answering', sendNew],
];

/** The most urgent first. */
const urgency = [
  'Document unusable',
  'Text not delivered',
  'New link wanted',
  'Reported a problem',
  'New document',
  'Opened, nothing sent',
  'Ends soon',
  'Not answering',
];

const badgeIn = (row: string) => urgency.find((badge) => row.includes(badge));

/** Makes a link in one of the situations; it does not expire soon unless the columns say so. */
async function seed(api: ApiClient, reference: string, columns: string): Promise<string> {
  const { id, patient_ref_id: name } = await api.createToken(aReference(reference));
  const far = columns.includes('expires_at') ? '' : `, expires_at = now() + interval '60 days'`;
  await query(databaseUrl('caredrop_token'), `UPDATE tokens SET ${columns}${far} WHERE id = '${id}'`);
  return name;
}

async function reviewed(row: Locator): Promise<void> {
  const page = row.page();
  await row.getByRole('link', { name: 'Review' }).click();
  await button(page, 'Mark as reviewed').click();
  await expect(page.getByText(/^Reviewed by/)).toBeVisible();
}

const remaining = (page: Page, count: number) => expect(page).toHaveTitle(new RegExp(`^\\(${count}\\) `));

test(
  'fourteen situations are listed, the most urgent first, and each action removes its row in another tab',
  once,
  async ({ open, people }, info) => {
    test.slow();
    const api = await people.signIn(await people.newClinician('Worklist'));
    const rows: { name: string; badge: string; act: Situation[3] }[] = [];
    for (const [reference, columns, badge, act] of situations)
      rows.push({ name: await seed(api, reference, columns), badge, act });
    for (const changes of [{}, { bytes: aJpeg(), name: 'page.jpg', type: 'image/jpeg' }]) {
      const { document } = await receive(api, aReference('NEW'), changes);
      rows.push({ name: document.patient_ref_id, badge: 'New document', act: reviewed });
    }

    const [page, other] = [await open(api), await open(api)];
    for (const tab of [page, other]) {
      await tab.goto('/worklist');
      for (const { name, badge } of rows) await expect(rowOf(tab, name)).toContainText(badge);
    }
    const shown = (await page.getByRole('row').allTextContents()).flatMap((row) => badgeIn(row) ?? []);
    expect(shown).toEqual(
      urgency
        .filter((badge) => shown.includes(badge))
        .flatMap((badge) => shown.filter((one) => one === badge)),
    );
    expect(shown).toHaveLength(rows.length);
    await remaining(page, rows.length);
    await expect(link(page, `Needs attention: ${rows.length} to do`).first()).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await picture(page, info, 'worklist');

    for (const [done, { name, act }] of rows.entries()) {
      await act(rowOf(page, name));
      await expect(rowOf(other, name)).toHaveCount(0);
      if (done < rows.length - 1) await remaining(other, rows.length - done - 1);
      await page.goto('/worklist');
    }
    await expect(sentence(other, 'Nothing needs attention')).toBeVisible();
    await expect(other).toHaveTitle(/^Needs attention/);
    await expectAccessible(other);
    await picture(other, info, 'worklist-empty');
  },
);

test('a snoozed row leaves the list, is counted, and can be shown again', async ({ open, people }, info) => {
  const api = await people.signIn(await people.newClinician('Snooze'));
  const name = await seed(api, 'LATER', failed);
  const page = await open(api);
  await page.goto('/worklist');
  await rowOf(page, name).getByRole('button', { name: 'Snooze' }).click();
  const dialog = page.getByRole('dialog', { name: 'Snooze until' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'snooze');
  await dialog.getByRole('button', { name: /Tomorrow/ }).click();
  await expect(sentence(page, 'Nothing needs attention')).toBeVisible();
  await button(page, 'Show 1 snoozed').click();
  await rowOf(page, name).getByRole('button', { name: 'Show again' }).click();
  await button(page, 'Back to the list').click();
  await expect(rowOf(page, name)).toContainText('Text not delivered');
});

test(
  'the dashboard shows the most urgent rows and links to the full list',
  once,
  async ({ open, people }, info) => {
    const api = await people.signIn(await people.newClinician('Urgent'));
    const name = await seed(api, 'FIRST', failed);
    const page = await open(api);
    await page.goto('/dashboard');
    await expect(sentence(page, name)).toBeVisible();
    await picture(page, info, 'dashboard-attention');
    await link(page, 'See all').click();
    await expect(rowOf(page, name)).toBeVisible();
  },
);

test('a document that arrives appears in the list and in the tab title', once, async ({ open, people }) => {
  const api = await people.signIn(await people.newClinician('Arrival'));
  const waiting = await api.createToken(aReference('SOON'));
  const page = await open(api);
  await page.goto('/worklist');
  await expect(sentence(page, 'Nothing needs attention')).toBeVisible();
  await receiveWith(api, waiting);
  await expect(rowOf(page, waiting.patient_ref_id)).toContainText('New document');
  await remaining(page, 1);
});
