import { setTimeout as delay } from 'node:timers/promises';
import type { Token } from '@caredrop/contracts';
import { languages } from '@caredrop/patient-copy';
import { patientCopy } from '@caredrop/patient-copy/sync';
import type { Page } from '@playwright/test';
import { UploadPage } from '../pages/index.js';
import { tabTo } from '../support/keyboard.js';
import { aReference } from '../support/make.js';
import { expectAccessible, expectNoSidewaysScroll } from '../support/screen.js';
import { picture } from '../support/pages.js';
import { expect, once, test } from '../support/test.js';

const [arabic, polish] = [patientCopy('ar'), patientCopy('pl')];
const list = (page: Page) => page.locator('#language');
const directionOf = (page: Page) => page.locator('html').getAttribute('dir');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('a link in Arabic opens right to left, and the patient switches languages without losing the file', async ({
  page,
  people,
}, info) => {
  const api = await people.get('user');
  const body = { patientRefId: aReference(), language: 'ar' };
  const { token } = (await api.post<{ token: Token }>('/tokens', body)).body.data;
  await new UploadPage(page).open(token.token);
  await expect(heading(page, arabic.form.upload())).toBeVisible();
  expect(await directionOf(page)).toBe('rtl');
  await expect(page).toHaveTitle(arabic.form.upload());
  await new UploadPage(page).choosePdf();
  await expect(page.getByText('letter.pdf')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'patient-arabic');

  await tabTo(page, list(page));
  await list(page).selectOption('pl');
  await expect(heading(page, polish.form.upload())).toBeVisible();
  expect(await directionOf(page)).toBe('ltr');
  await expect(page.getByText('letter.pdf')).toBeVisible();
  await expect.poll(async () => (await api.token(token.id)).language).toBe('pl');
  await list(page).selectOption('ar');
  await expect(heading(page, arabic.form.upload())).toBeVisible();
  await expect(page.getByText('letter.pdf')).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: arabic.form.upload(), exact: true }));
  await page.keyboard.press('Enter');
  await expect(heading(page, arabic.done.uploaded())).toBeVisible();
  await expect(page.getByText(body.patientRefId)).toBeVisible();
  await expectAccessible(page);
});

test('the language chosen on a device is kept, and the page of an unknown link uses it too', async ({
  page,
  people,
}) => {
  const { token } = await (await people.get('user')).createToken(aReference());
  await new UploadPage(page).open(token);
  await expect(new UploadPage(page).submit).toBeVisible();
  await list(page).selectOption('pl');
  await expect(heading(page, polish.form.upload())).toBeVisible();

  await new UploadPage(page).open('x'.repeat(43));
  await expect(heading(page, polish.link.invalid())).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await list(page).selectOption('en');
  await expect(heading(page, 'Invalid Token')).toBeVisible();
});

test(
  'a chosen language that loads slowly shows no error, and the list of languages stays',
  once,
  async ({ page, people }) => {
    const { token } = await (await people.get('user')).createToken(aReference());
    await page.addInitScript(() => localStorage.setItem('caredrop.language', 'pl'));
    const { promise: shown, resolve: load } = Promise.withResolvers<void>();
    await page.route(/\/assets\/pl-[\w-]+\.js$/, async (route) => {
      await shown;
      await route.continue();
    });
    await new UploadPage(page).open(token);
    // start.js used to report an error three seconds after loading.
    await delay(4000);
    await expect(page.locator('#starting')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    load();
    await expect(heading(page, polish.form.upload())).toBeVisible();
    await expect(list(page)).toBeVisible();
    await list(page).selectOption('en');
    await expect(heading(page, 'Upload Document')).toBeVisible();
  },
);

for (const { id } of languages) {
  test(
    `the form with a file is accessible and fits a narrow screen in ${id}`,
    once,
    async ({ page, people }) => {
      const api = await people.get('user');
      const body = { patientRefId: aReference(), language: id };
      const { token } = (await api.post<{ token: Token }>('/tokens', body)).body.data;
      await new UploadPage(page).open(token.token);
      await expect(heading(page, patientCopy(id).form.upload())).toBeVisible();
      await new UploadPage(page).choosePdf();
      await expect(page.getByText('letter.pdf')).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    },
  );
}

test(
  'with text at twice its size, the reference and the deadline are readable on a narrow screen in every language',
  once,
  async ({ page, people }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { token } = await (await people.get('user')).createToken(aReference());
    for (const { id } of languages) {
      await page.addInitScript((id) => localStorage.setItem('caredrop.language', id), id);
      await new UploadPage(page).open(token);
      await expect(heading(page, patientCopy(id).form.upload())).toBeVisible();
      await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
      await expectNoSidewaysScroll(page);
      for (const fact of await page.locator('.facts dd').all())
        expect((await fact.boundingBox())?.width, id).toBeGreaterThan(200);
    }
  },
);
