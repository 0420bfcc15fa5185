import type { Locator, Page } from '@playwright/test';
import { databaseUrl, query } from '../support/insides.js';
import { aPhoneNumber, aReference, receive } from '../support/make.js';
import { button, field, link, rowOf, sentence } from '../support/screen.js';
import { asAdmin, expect, once, test } from '../support/test.js';

/** Counts the clicks of a task; choosing from a list counts as one. */
class Clicks {
  count = 0;

  async on(target: Locator): Promise<void> {
    await target.click();
    this.count += 1;
  }

  async choose(list: Locator, option: string): Promise<void> {
    await list.selectOption(option);
    this.count += 1;
  }
}

const opened = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();

test('a link is created and texted in two clicks', once, async ({ open, people }) => {
  const page = await open(await people.signIn(await people.newClinician('Quick')));
  const clicks = new Clicks();
  await page.goto('/dashboard');
  await clicks.on(link(page, 'New link'));
  await field(page, 'Patient Reference ID').fill(aReference('QUICK'));
  await field(page, 'Patient’s phone number').fill(aPhoneNumber());
  await clicks.on(button(page, 'Generate Link and Send SMS'));
  await expect(page.getByText(/^The link was sent to /)).toBeVisible();
  expect(clicks.count).toBe(2);
});

test('a new document is opened with one click', once, async ({ open, people }) => {
  const api = await people.signIn(await people.newClinician('Fresh'));
  await receive(api, aReference('FRESH'));
  const page = await open(api);
  const clicks = new Clicks();
  await page.goto('/dashboard');
  await clicks.on(link(page, 'Review'));
  await expect(page.getByRole('heading', { level: 1, name: 'Document Detail' })).toBeVisible();
  expect(clicks.count).toBe(1);
});

test('a link is found by its reference with two clicks', once, async ({ open, people }) => {
  const api = await people.signIn(await people.newClinician('Finder'));
  const { patient_ref_id: reference } = await api.createToken(aReference('WHERE'));
  const page = await open(api);
  const clicks = new Clicks();
  await page.goto('/dashboard');
  await clicks.on(button(page, 'Search everything'));
  await field(page, 'Search links and documents').fill(reference);
  await clicks.on(page.getByRole('region', { name: 'Links' }).getByRole('link', { name: reference }));
  await expect(page.getByRole('heading', { level: 1, name: 'Token Details' })).toBeVisible();
  expect(clicks.count).toBe(2);
});

test('all patients who have not responded are texted in three clicks', once, async ({ open, people }) => {
  const api = await people.signIn(await people.newClinician('Chaser'));
  const references: string[] = [];
  for (let patient = 0; patient < 3; patient += 1) {
    const { id, patient_ref_id: reference } = await api.createToken(aReference('SILENT'));
    await api.post(`/tokens/${id}/send-sms`, { phoneNumber: aPhoneNumber() });
    const columns = `opened_at = now() - interval '25 hours'`;
    await query(databaseUrl('caredrop_token'), `UPDATE tokens SET ${columns} WHERE id = '${id}'`);
    references.push(reference);
  }
  const page = await open(api);
  const clicks = new Clicks();
  await page.goto('/dashboard');
  await clicks.on(page.getByRole('link', { name: /^Needs attention/ }).first());
  await opened(page);
  await clicks.on(button(page, 'Text all 3 who have not answered'));
  const dialog = page.getByRole('dialog', { name: 'Resend the text to 3 patients?' });
  await clicks.on(dialog.getByRole('button', { name: 'Resend text to 3' }));
  await expect(dialog.getByText('Sent: 3 of 3')).toBeVisible();
  expect(clicks.count).toBe(3);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  for (const reference of references) await expect(rowOf(page, reference)).toHaveCount(0);
});

asAdmin("this week's documents are downloaded as a zip with four clicks", once, async ({ page, people }) => {
  await receive(await people.get('user', 1), aReference('WEEK'));
  const clicks = new Clicks();
  await page.goto('/admin');
  await clicks.on(page.getByRole('link', { name: 'Document Downloads' }).first());
  await clicks.choose(field(page, 'Date Range'), 'week');
  await clicks.on(page.getByRole('checkbox', { name: 'Select all' }));
  const download = page.waitForEvent('download');
  await clicks.on(button(page, 'Download Selected'));
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  expect(clicks.count).toBe(4);
});

asAdmin('a clinician is invited with three clicks', once, async ({ page }) => {
  const clicks = new Clicks();
  const email = `${aReference('quick').toLowerCase()}@clinic.example`;
  await page.goto('/admin');
  await clicks.on(page.getByRole('link', { name: 'Manage Clinicians' }).first());
  await clicks.on(button(page, 'Invite a clinician'));
  await field(page, 'First name').fill('Quincy');
  await field(page, 'Last name').fill('Stone');
  await field(page, 'Email address').fill(email);
  await clicks.on(button(page, 'Send invitation'));
  await expect(sentence(page, `An invitation has been sent to ${email}`)).toBeVisible();
  expect(clicks.count).toBe(3);
});
