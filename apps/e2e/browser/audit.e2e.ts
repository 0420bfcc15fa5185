import { readFile } from 'node:fs/promises';
import type { AuditResponse } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import { AuditPage } from '../pages/index.js';
import { aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import {
  button,
  expectAccessible,
  expectNoSidewaysScroll,
  hold,
  link,
  rowOf,
  sentence,
} from '../support/screen.js';
import { asAdmin, asClinician, expect, once } from '../support/test.js';

const list = /\/api\/admin\/audit(\?|$)/;

asAdmin('audit entries are shown in plain language and can be filtered', async ({ page, people }, info) => {
  const auditPage = new AuditPage(page);
  const clinician = await people.get('user', 1);
  const token = await clinician.createToken(aReference('AUD'));
  await clinician.patch(`/tokens/${token.id}`, { status: 'revoked' });
  const admin = await people.get('admin');
  await eventually(async () => {
    const { body } = await admin.get<AuditResponse>(`/admin/audit?subject=${token.id}`);
    expect(body.data.entries).toHaveLength(2); // Audit entries arrive through the broker.
  });
  await auditPage.open();
  await expect(page.getByRole('heading', { name: 'Audit', level: 1 })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await picture(page, info, 'audit');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await auditPage.id.fill(token.id);
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await expect(rowOf(page, 'revoked an upload link')).toBeVisible();
  await expect(rowOf(page, 'created an upload link')).toBeVisible();
  await auditPage.action.selectOption({ label: 'Revoke an upload link' });
  await expect(rowOf(page, 'created an upload link')).toHaveCount(0);
  await expect(rowOf(page, 'revoked an upload link')).toContainText('done');
  await auditPage.outcome.selectOption('refused');
  await expect(sentence(page, 'No entries found')).toBeVisible();
  await picture(page, info, 'audit-empty');
});

asAdmin('the audit list can be paged to older entries and back', once, async ({ page }) => {
  const auditPage = new AuditPage(page);
  await auditPage.open();
  const first = page.getByRole('row').nth(1);
  await expect(first).toBeVisible();
  const newest = await first.innerText();
  await auditPage.older.click();
  await expect(first).not.toHaveText(newest);
  await auditPage.newer.click();
  await expect(auditPage.newer).toBeDisabled();
});

asAdmin('audit exports have a date in their name and contain their proof', once, async ({ page, people }) => {
  await people.proven('admin');
  await new AuditPage(page).open();
  for (const format of ['CSV', 'JSON']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, `Export ${format}`).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.(csv|json)$/);
    expect(await readFile(await download.path(), 'utf8')).toContain('caredrop-audit-export/1');
  }
});

asAdmin(
  'the audit page shows that it is loading and offers Retry after a failure',
  once,
  async ({ page }, info) => {
    const auditPage = new AuditPage(page);
    const response = await hold(page, 'GET', list);
    await auditPage.open();
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    response.release();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await page.unroute(list);
    await page.route(list, (route) => route.abort());
    await auditPage.outcome.selectOption('failed');
    await expect(sentence(page, 'The audit’s entries could not be fetched.')).toBeVisible();
    await picture(page, info, 'audit-error');
    await page.unroute(list);
    await auditPage.retry.click();
    await expect(page.getByText('could not be fetched')).toHaveCount(0);
  },
);

asAdmin(
  'the audit page is linked from the admin page, the user menu and the sidebar',
  once,
  async ({ page }) => {
    await page.goto('/admin');
    await page.getByRole('main').getByRole('link', { name: 'Audit' }).click();
    await expect(page).toHaveURL(/\/admin\/audit$/);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Audit' }).click();
    await expect(page).toHaveURL(/\/admin\/audit$/);
    await page.goto('/dashboard');
    await link(page, 'Audit').click();
    await expect(page).toHaveURL(/\/admin\/audit$/);
  },
);

asClinician('a clinician cannot open the audit page', once, async ({ page }) => {
  await new AuditPage(page).open();
  await expect(page).toHaveURL(/\/unauthorized$/);
});
