import type { Token } from '@caredrop/contracts';
import { patientCopy } from '@caredrop/patient-copy/sync';
import { UploadPage } from '../pages/index.js';
import { enterOn, typeInto } from '../support/keyboard.js';
import { aReference, receiveWith } from '../support/make.js';
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

const arabic = patientCopy('ar');
const words = 'Please send <b>both sides</b> of the card.';

test('a clinician asks again for a blurred document, and the patient reads why in Arabic and sends it', async ({
  page,
  open,
  people,
}, info) => {
  const api = await people.get('user');
  const patientRefId = aReference('AGAIN');
  const body = { patientRefId, language: 'ar' };
  const { token: first } = (await api.post<{ token: Token }>('/tokens', body)).body.data;
  const { document } = await receiveWith(api, first, { name: 'blurred.pdf' });

  const staff = await open(api);
  const other = await open(api);
  await other.goto('/documents');
  await expect(rowOf(other, patientRefId)).toBeVisible();
  await staff.goto(`/documents/${document.id}`);
  await enterOn(staff, button(staff, 'Ask again'));
  const dialog = staff.getByRole('dialog', { name: 'Ask for this document again?' });
  await expect(dialog.getByText(patientRefId)).toBeVisible();
  await expect(dialog.getByText(arabic.again.blurred())).toBeVisible();
  await expect(dialog.getByText(/^Sent as \d text messages\.$/)).toBeVisible();
  await expectAccessible(staff);
  await expectNoSidewaysScroll(staff);
  await picture(staff, info, 'ask-again');
  await enterOn(staff, button(staff, 'Send'));
  await expect(dialog.getByText('Enter the number, or choose “Make without a text”.')).toBeVisible();
  await typeInto(staff, field(staff, 'Phone number'), '07700 900123');
  await enterOn(staff, button(staff, 'Send'));
  await expect(sentence(staff, 'The patient was asked again')).toBeVisible();
  await expect(staff.getByText(/^Asked again on /)).toBeVisible();
  await expectAccessible(staff);
  await picture(staff, info, 'asked-again');
  await expect(rowOf(other, patientRefId).getByText('asked again')).toBeVisible();
  await expectAccessible(other);
  await picture(other, info, 'asked-again-list');

  const uploadPage = new UploadPage(page);
  await uploadPage.open(first.token);
  await expect(page.getByText(patientRefId)).toBeVisible();
  await expect(page.getByText(arabic.usedLink.otherHelp())).toHaveCount(0);

  const { replaced_by: nextId = '' } = await api.token(first.id);
  const next = await api.token(nextId);
  await uploadPage.open(next.token);
  await expect(page.getByRole('heading', { name: arabic.form.upload() })).toBeVisible();
  await expect(sentence(page, arabic.again.blurred())).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'patient-asked-again');
  await uploadPage.choosePdf('sharp.pdf');
  await page.getByRole('button', { name: arabic.form.upload(), exact: true }).click();
  await expect(page.getByRole('heading', { name: arabic.done.uploaded() })).toBeVisible();

  const rowWith = (file: string) => rowOf(other, patientRefId).filter({ hasText: file });
  await expect(rowWith('sharp.pdf')).toBeVisible();
  await expect(rowWith('sharp.pdf').getByText('asked again')).toHaveCount(0);
  await expect(rowWith('blurred.pdf').getByText('asked again')).toBeVisible();
  await link(staff, 'View the new link').click();
  await expect(sentence(staff, 'sharp.pdf')).toBeVisible();
});

test(
  "the clinician's own words reach the patient as written, and the new link can be copied",
  once,
  async ({ page, open, people }, info) => {
    const api = await people.get('user');
    const { id } = await api.createToken(aReference('AGAIN'));
    const { document } = await receiveWith(api, await api.token(id));
    const staff = await open(api);
    await staff.goto(`/documents/${document.id}`);
    await button(staff, 'Ask again').click();
    await field(staff, 'In your own words').check();
    await button(staff, 'Make without a text').click();
    await expect(sentence(staff, 'Write what the patient should send.')).toBeVisible();
    await field(staff, 'Your words to the patient').fill(words);
    await expectAccessible(staff);
    await expectNoSidewaysScroll(staff);
    await picture(staff, info, 'ask-again-own-words');
    await button(staff, 'Make without a text').click();
    await expect(button(staff, 'Copy Link')).toBeVisible();

    const { replaced_by: nextId = '' } = await api.token(id);
    await new UploadPage(page).open((await api.token(nextId)).token);
    await expect(sentence(page, words)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await picture(page, info, 'patient-asked-again-words');
  },
);
