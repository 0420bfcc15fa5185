import { readFile } from 'node:fs/promises';
import type { LinkRequest, NewLinkResponse } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import type { Page } from '@playwright/test';
import { RequestTemplatesPage } from '../pages/index.js';
import { ApiClient } from '../support/api.js';
import { aReference, pdfUpload } from '../support/make.js';
import { picture } from '../support/pages.js';
import { readRun } from '../support/run.js';
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
import { entryNames } from '../support/zip.js';

const patient = () => new ApiClient(readRun().url);
const onward = 'the patient gets the next link after sending this one.';
/** A document in the section about the request. */
const item = (page: Page, label: string) =>
  page
    .getByRole('region', { name: 'Documents of this request' })
    .getByRole('listitem')
    .filter({ hasText: label });

/** Generates the link that the form describes. */
async function generate(page: Page): Promise<NewLinkResponse['token']> {
  const [made] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/tokens') && response.status() === 201),
    button(page, 'Generate Link').click(),
  ]);
  return ((await made.json()) as { data: NewLinkResponse }).data.token;
}

/** Sends a document through a link, and returns the link to continue with. */
async function send(token: string, name: string): Promise<string> {
  const sent = await patient().upload(token, pdfUpload({ name }));
  expect(sent.status).toBe(201);
  return eventually(async () => {
    const { open } = (await patient().post<LinkRequest>('/links/request', { token })).body.data;
    if (!open || open.token === token) throw new Error('the next link has not been made');
    return open.token;
  });
}

test(
  'a clinician asks for three documents and follows the request until the patient has sent two and skipped one',
  once,
  async ({ open, people }, info) => {
    const reference = aReference('REQ');
    const staff = await open(await people.get('user'));
    await staff.goto('/generate-link');
    await field(staff, 'Patient Reference ID').fill(reference);
    await field(staff, 'Ask for several documents').check();
    await field(staff, 'Document 1').fill('Referral letter');
    await staff.keyboard.press('Enter');
    await staff.keyboard.type('Insurance card');
    await button(staff, 'Move Insurance card up').focus();
    await staff.keyboard.press('Enter');
    await expect(button(staff, 'Move Insurance card down')).toBeFocused();
    await button(staff, 'Add a document').click();
    await button(staff, 'Generate Link').click();
    await expect(sentence(staff, 'Please name every document that you ask for')).toBeVisible();
    await field(staff, 'Document 3').fill('Photo of the rash');
    await field(staff, 'Optional: Photo of the rash').check();
    await expectAccessible(staff);
    await expectNoSidewaysScroll(staff);
    await picture(staff, info, 'generate-link-request');
    const first = await generate(staff);
    await expect(sentence(staff, `Document 1 of 3: Insurance card; ${onward}`)).toBeVisible();

    await staff.goto('/tokens');
    const row = rowOf(staff, reference);
    await expect(row).toContainText('1 of 3 · Insurance card');
    await row.getByRole('link', { name: 'Details' }).click();
    await expect(item(staff, 'Insurance card')).toContainText('Open: the patient can send it now.');
    await expect(item(staff, 'Referral letter')).toContainText('Waiting until the one before arrives.');
    await button(staff, 'Revoke').click();
    await expect(staff.getByRole('dialog')).toContainText(
      'The documents that wait for this one are then not asked for any more.',
    );
    await expectAccessible(staff);
    await picture(staff, info, 'revoke-request');
    await button(staff, 'Cancel').click();

    const second = await send(first.token, 'card.pdf');
    await expect(item(staff, 'Insurance card')).toContainText('Received');
    await expect(button(staff, 'Download all')).toHaveCount(0);
    await link(staff, 'Open link: Referral letter').click();
    await expect(item(staff, 'Referral letter')).toContainText('This link');
    const third = await send(second, 'letter.pdf');
    await expect(item(staff, 'Referral letter')).toContainText('Received');
    await expectAccessible(staff);
    await expectNoSidewaysScroll(staff);
    await picture(staff, info, 'token-request');
    const [download] = await Promise.all([
      staff.waitForEvent('download'),
      button(staff, 'Download all').click(),
    ]);
    expect(entryNames(await readFile(await download.path()))).toEqual([
      `${reference}/01 Insurance card - card.pdf`,
      `${reference}/02 Referral letter - letter.pdf`,
    ]);
    await expect(sentence(staff, '2 documents downloaded')).toBeVisible();

    await patient().post('/links/skip', { token: third });
    await expect(item(staff, 'Photo of the rash')).toContainText('Left out by the patient.');

    await staff.goto(`/documents?patientRefId=${reference}`);
    const letter = rowOf(staff, '2 of 3 · Referral letter');
    await expect(letter).toContainText(reference);
    await expectAccessible(staff);
    await expectNoSidewaysScroll(staff);
    await picture(staff, info, 'documents-request');
    await letter.getByRole('link', { name: 'letter.pdf' }).click();
    await expectAccessible(staff);
    await picture(staff, info, 'document-request');
    await link(staff, 'Document 2 of 3: Referral letter').click();
    await expect(item(staff, 'Referral letter')).toContainText('This link');
  },
);

test(
  'an administrator writes a template that asks for three documents, and a clinician uses it',
  once,
  async ({ open, people }, info) => {
    const name = aReference('Several');
    const admin = await open(await people.get('admin'));
    const templates = new RequestTemplatesPage(admin);
    await templates.open();
    await templates.begin(name);
    await templates.instructions('English').fill('Use daylight.');
    await field(admin, 'Ask for several documents').check();
    await field(admin, 'Document 1').fill('Insurance card');
    await admin.keyboard.press('Enter');
    await admin.keyboard.type('Referral letter');
    await admin.keyboard.press('Enter');
    await admin.keyboard.type('Photo of the rash');
    await field(admin, 'Optional: Photo of the rash').check();
    await templates.addLanguage.selectOption('pl');
    await templates.instructions('Polish').fill('Przy świetle dziennym.');
    await field(admin, 'Document 1: Insurance card').fill('Karta ubezpieczenia');
    await expectAccessible(admin);
    await expectNoSidewaysScroll(admin);
    await picture(admin, info, 'request-template-several');
    await templates.save.click();
    await expect(rowOf(admin, name)).toContainText(
      '3 documents: Insurance card, Referral letter, Photo of the rash',
    );
    await expectAccessible(admin);
    await picture(admin, info, 'request-templates-several');

    const reference = aReference('REQ');
    const staff = await open(await people.get('user'));
    await staff.goto('/generate-link');
    await expect(field(staff, 'Ask for several documents')).toBeVisible();
    await field(staff, 'Template').selectOption(name);
    await field(staff, 'Language for the patient').selectOption('pl');
    await expect(sentence(staff, 'This template asks for 3 documents:')).toBeVisible();
    await expect(sentence(staff, 'Karta ubezpieczenia')).toHaveAttribute('lang', 'pl');
    await expect(field(staff, 'Ask for several documents')).toHaveCount(0);
    await field(staff, 'Patient Reference ID').fill(reference);
    await expectAccessible(staff);
    await picture(staff, info, 'generate-link-template-several');
    const { id, token } = await generate(staff);
    await expect(sentence(staff, `Document 1 of 3: Insurance card; ${onward}`)).toBeVisible();
    await expect(rowOf(staff, reference)).toContainText('1 of 3 · Insurance card');
    await picture(staff, info, 'generated-request');
    await send(token, 'karta.pdf');
    await staff.goto(`/tokens/${id}`);
    await expect(item(staff, 'Photo of the rash')).toContainText('optional');
    await expect(item(staff, 'Insurance card')).toContainText('Received');
    await rowOf(admin, name).getByRole('button', { name: 'Archive' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await expect(rowOf(admin, name)).toHaveCount(0);
  },
);
