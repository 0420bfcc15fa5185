import { DocumentsPage } from '../pages/index.js';
import { aReference, pdfUpload, receive } from '../support/make.js';
import { button, rowOf, sentence } from '../support/screen.js';
import { asClinician, expect, once } from '../support/test.js';

asClinician(
  "a clinician's pages update when a patient uploads a document",
  once,
  async ({ page, people }) => {
    const api = await people.get('user');
    const waiting = await api.createToken(aReference('LIVE'));
    const context = page.context();
    const documents = await context.newPage();
    const tokens = await context.newPage();
    await page.goto('/dashboard');
    await expect(sentence(page, 'Recent Uploads')).toBeVisible();
    await documents.goto('/documents');
    await expect(documents.getByRole('heading', { name: 'Documents' })).toBeVisible();
    await tokens.goto('/tokens');
    await expect(rowOf(tokens, waiting.patient_ref_id)).toContainText('active');

    await api.upload(waiting.token, pdfUpload({ name: 'just-now.pdf' }));
    await expect(rowOf(tokens, waiting.patient_ref_id)).toContainText('used');
    await expect(rowOf(documents, waiting.patient_ref_id)).toContainText('just-now.pdf');
    await expect(sentence(page, `Patient: ${waiting.patient_ref_id}`)).toBeVisible();
  },
);

asClinician(
  'the open page of a link shows that an administrator has revoked it',
  once,
  async ({ page, people }) => {
    const [api, admin] = await Promise.all([people.get('user'), people.get('admin')]);
    const token = await api.createToken(aReference('LIVE'));
    await page.goto(`/tokens/${token.id}`);
    await expect(button(page, 'Revoke')).toBeVisible();
    await admin.patch(`/tokens/${token.id}`, { status: 'revoked' });
    await expect(sentence(page, 'revoked')).toBeVisible();
    await expect(button(page, 'Revoke')).toHaveCount(0);
  },
);

asClinician(
  'a document deleted elsewhere disappears from the list, and its open page leads back to the list',
  once,
  async ({ page, people }) => {
    const api = await people.get('user');
    const { document } = await receive(api, aReference('GONE'));
    await new DocumentsPage(page).open();
    await expect(rowOf(page, document.patient_ref_id)).toBeVisible();
    const other = await page.context().newPage();
    await other.goto(`/documents/${document.id}`);
    await expect(other.getByRole('heading', { name: 'Document Detail' })).toBeVisible();
    await api.delete(`/upload/file/${document.id}`);
    await expect(rowOf(page, document.patient_ref_id)).toHaveCount(0);
    await expect(other).toHaveURL(/\/documents$/);
    await expect(sentence(other, 'Failed to load document details')).toBeVisible();
  },
);
