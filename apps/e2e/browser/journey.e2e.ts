import { randomUUID } from 'node:crypto';
import { aJpeg, aPdf } from '@caredrop/testing';
import {
  DocumentDownloadsPage,
  DocumentsPage,
  LinksPage,
  TokenMonitorPage,
  UploadPage,
} from '../pages/index.js';
import { aReference, receive } from '../support/make.js';
import { picture, signIn, watch } from '../support/pages.js';
import { rowOf, sentence } from '../support/screen.js';
import { expect, once, test } from '../support/test.js';
import { entryNames } from '../support/zip.js';
import { readFile } from 'node:fs/promises';

test('a clinician requests a document, receives it from the patient and deletes it', async ({
  page,
  browser,
}, info) => {
  const linksPage = new LinksPage(page);
  const documentsPage = new DocumentsPage(page);
  const reference = `J-${randomUUID().slice(0, 6)}`;

  await signIn(page, 'user');
  await expect(page.getByText(/^Welcome back, .+!$/)).toBeVisible();
  await picture(page, info, '01-dashboard');

  await linksPage.openForm();
  await linksPage.reference.fill(reference);
  await linksPage.generate.click();
  await expect(page.getByText('Upload link generated successfully!', { exact: true })).toBeVisible();
  const row = rowOf(page, reference);
  await expect(row).toBeVisible();
  await picture(page, info, '02-generate-link');
  const link = await page
    .getByText(/\/upload\?token=[A-Za-z0-9]{43}/)
    .first()
    .textContent();
  const url = /https?:\/\/\S+\/upload\?token=[A-Za-z0-9]{43}/.exec(link ?? '')?.[0] ?? '';
  expect(url).not.toBe('');

  const patientContext = await browser.newContext({
    viewport: page.viewportSize() ?? { width: 390, height: 844 },
  });
  const patient = await patientContext.newPage();
  const uploadPage = new UploadPage(patient);
  const patientSeen = watch(patient);
  await patient.goto(url);
  await expect(patient.getByRole('heading', { name: 'Upload Document' })).toBeVisible();
  await expect(patient.getByText(reference)).toBeVisible();
  await picture(patient, info, '03-patient-ready');
  await uploadPage.file.setInputFiles({
    name: 'letter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(aPdf({ text: 'A letter' })),
  });
  await uploadPage.comment.fill('From my GP');
  await picture(patient, info, '04-patient-chosen');
  await uploadPage.submit.click();
  await expect(patient.getByText('Upload Successful')).toBeVisible();
  await expect(patient.getByText('This upload link is now used and invalid.')).toBeVisible();
  await picture(patient, info, '05-patient-done');
  await patient.goto(url);
  await expect(patient.getByRole('heading', { name: 'Invalid Token' })).toBeVisible();
  await expect(
    patient.getByText('This link has already been used. Please contact your clinician for a new link.'),
  ).toBeVisible();
  await picture(patient, info, '06-patient-used');
  expect(patientSeen).toEqual({ foreign: [], errors: [] });
  await patientContext.close();

  await page.goto('/dashboard');
  await expect(page.getByText(`Patient: ${reference}`)).toBeVisible();
  await documentsPage.open();
  const documentRow = rowOf(page, reference);
  await expect(documentRow).toContainText('letter.pdf');
  await expect(documentRow).toContainText('From my GP');
  await picture(page, info, '07-documents');
  await documentRow.getByRole('link', { name: 'View', exact: true }).click();
  await expect(page).toHaveURL(/\/documents\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('img', { name: 'letter.pdf' })).toBeVisible();
  await picture(page, info, '08-document-detail');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Document', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('letter.pdf');
  expect((await readFile(await download.path())).equals(Buffer.from(aPdf({ text: 'A letter' })))).toBe(true);

  await linksPage.open();
  await rowOf(page, reference).getByRole('link', { name: 'Details', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Token Details' })).toBeVisible();
  await expect(page.getByText('letter.pdf')).toBeVisible();
  await picture(page, info, '09-token-details');

  await documentsPage.open();
  await rowOf(page, reference).getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Document deleted successfully', { exact: true })).toBeVisible();
  await expect(rowOf(page, reference)).toHaveCount(0);
});

test('an administrator opens the admin pages and downloads documents as a zip', async ({
  page,
  people,
}, info) => {
  const downloadsPage = new DocumentDownloadsPage(page);
  const clinician = await people.get('user');
  const group = aReference('ZIP');
  await receive(clinician, `${group}-1`);
  await receive(clinician, `${group}-2`);
  await signIn(page, 'admin');
  await page.goto('/admin');
  await picture(page, info, '10-admin');
  await new TokenMonitorPage(page).open();
  await expect(page.getByRole('heading', { name: 'Token Management' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await picture(page, info, '11-token-monitor');
  await downloadsPage.open();
  await downloadsPage.reference.fill(group);
  await expect(sentence(page, '2 documents')).toBeVisible();
  await downloadsPage.selectAll.check();
  await picture(page, info, '12-admin-documents');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    downloadsPage.downloadSelected.click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^documents-\d{4}-\d\d-\d\d\.zip$/);
  expect(entryNames(await readFile(await download.path()))).toHaveLength(2);
  await expect(sentence(page, '2 documents downloaded')).toBeVisible();
});

test('a patient who chooses a file of the wrong type sees a message and can still send another one', async ({
  page,
  browser,
}, info) => {
  const reference = `W-${randomUUID().slice(0, 6)}`;
  await signIn(page, 'user', 1);
  const linksPage = new LinksPage(page);
  await linksPage.openForm();
  await linksPage.reference.fill(reference);
  await linksPage.generate.click();
  const link = await page
    .getByText(/\/upload\?token=[A-Za-z0-9]{43}/)
    .first()
    .textContent();
  const context = await browser.newContext({ viewport: page.viewportSize() ?? { width: 390, height: 844 } });
  const patient = await context.newPage();
  const uploadPage = new UploadPage(patient);
  await patient.goto(/https?:\/\/\S+token=[A-Za-z0-9]{43}/.exec(link ?? '')?.[0] ?? '');
  await uploadPage.submit.click();
  await expect(patient.getByText('Please select a file to upload', { exact: true })).toBeVisible();
  await patient
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(patient.getByText('Only JPG, PNG, and PDF files are allowed', { exact: true })).toBeVisible();
  await picture(patient, info, '13-patient-wrong-type');
  await patient
    .locator('input[type=file]')
    .setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(aJpeg()) });
  await uploadPage.submit.click();
  await expect(patient.getByText('Upload Successful')).toBeVisible();
  await context.close();
});

test(
  'a signed-out visitor is sent to the sign-in page, and /upload without a token shows a message',
  once,
  async ({ page }) => {
    await new DocumentsPage(page).open();
    await expect(page).toHaveURL(/\/login$/);
    await page.goto('/upload');
    await expect(
      page.getByText('No token provided. Please use the link provided by your clinician.', { exact: true }),
    ).toBeVisible();
  },
);
