import { realLifeFiles } from '@caredrop/testing/real-life';
import type { Page } from '@playwright/test';
import { UploadPage } from '../pages/index.js';
import { aReference } from '../support/make.js';
import { patientSentence } from '../support/patient-sentence.js';
import { button, expectSent, sentence } from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

/** Methods that Safari has only since 15.4. Deleted at the start of each script, and so in workers too. */
const newer = [
  'Object.hasOwn',
  'Array.prototype.at',
  'String.prototype.at',
  'Uint8Array.prototype.__proto__.at',
];
const withoutNewer = newer.map((method) => `delete ${method};`).join('');

const asSafari15 = (page: Page) =>
  page.route(/\/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: withoutNewer + (await response.text()) });
  });

const chooseRealLife = async (uploadPage: UploadPage, name: string) => {
  const { type, bytes } = realLifeFiles.find((file) => file.name === name)!;
  await uploadPage.choose(name, type, await bytes());
};

test(
  'in Safari 15.0, the page explains why a file is refused, detects an encrypted PDF and sends a document',
  once,
  async ({ page, people }) => {
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    await asSafari15(page);
    const uploadPage = new UploadPage(page);
    const { token } = await (await people.get('user')).createToken(aReference());
    await uploadPage.open(token);
    await uploadPage.choose('notes.txt', 'text/plain', Buffer.from('hello'));
    await expect(sentence(page, patientSentence('file_type_refused'))).toBeVisible();
    await chooseRealLife(uploadPage, 'user-password.pdf');
    await expect(page.getByText(/^This PDF is protected with a password/)).toBeVisible();
    await button(page, 'I can’t do this').click();
    await expect(page.getByRole('dialog')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await uploadPage.choosePdf();
    await uploadPage.submit.click();
    await expectSent(page);
    await uploadPage.open(token);
    await expect(page.getByRole('heading', { name: 'Invalid Token' })).toBeVisible();
    expect(problems).toEqual([]);
    // The page may still be fetching scripts.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);
