import { realLifeFiles } from '@caredrop/testing/real-life';
import { UploadPage } from '../pages/index.js';
import { aReference } from '../support/make.js';
import { expectSent } from '../support/screen.js';
import { expect, once, test as base } from '../support/test.js';

/** A browser whose pages may use 150 MB of JavaScript heap, as on an old phone. Decoded pixels do not count. */
const test = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--js-flags=--max-old-space-size=150'] }),
    { scope: 'worker' },
  ],
});

async function largePhoto(name: string) {
  const { type, bytes } = realLifeFiles.find((file) => file.name === '48-megapixels.jpg')!;
  return { name, mimeType: type, buffer: await bytes() };
}

test(
  'a photo of 48 megapixels is made smaller in a page with 150 MB of heap',
  once,
  async ({ page, people }) => {
    const uploadPage = new UploadPage(page);
    const { token } = await (await people.get('user')).createToken(aReference());
    await uploadPage.open(token);
    const { name, mimeType, buffer } = await largePhoto('letter.jpg');
    await uploadPage.choose(name, mimeType, buffer);
    await uploadPage.makeSmaller.click();
    await uploadPage.submit.click();
    await expectSent(page);
  },
);

test(
  'three photos of 48 megapixels become one PDF in a page with 150 MB of heap',
  once,
  async ({ page, people }) => {
    const uploadPage = new UploadPage(page);
    const { token } = await (await people.get('user')).createToken(aReference());
    await uploadPage.open(token);
    await uploadPage.chooseTogether([
      await largePhoto('page-1.jpg'),
      await largePhoto('page-2.jpg'),
      await largePhoto('page-3.jpg'),
    ]);
    // A busy virtual machine decodes one of these photos in seven seconds.
    await expect(page.getByRole('heading', { name: '3 pages' })).toBeVisible({ timeout: 60_000 });
    await uploadPage.submit.click();
    await expectSent(page);
  },
);
