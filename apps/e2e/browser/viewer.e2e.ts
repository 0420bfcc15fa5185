import type { Locator, Page } from '@playwright/test';
import { aJpeg, aPdf } from '@caredrop/testing';
import { aReference, receive } from '../support/make.js';
import { picture } from '../support/pages.js';
import { expectAccessible, expectNoSidewaysScroll } from '../support/screen.js';
import { asClinician, expect, once } from '../support/test.js';

/** Waits until a page's picture has loaded; returns its size as shown. */
async function shownSize(image: Locator): Promise<{ width: number; height: number }> {
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true);
  const box = await image.boundingBox();
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
}

const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'View' }).getByRole('button', { name, exact: true });
const pageOf = (page: Page, n: number) => page.getByRole('img', { name: `page ${n} of 3` });

asClinician(
  'a document of three pages is paged through, zoomed and rotated with buttons',
  async ({ page, people }, info) => {
    const { document } = await receive(await people.get('user'), aReference('VIEW'), {
      bytes: aPdf({ pages: 3 }),
    });
    await page.goto(`/documents/${document.id}`);
    const area = page.getByRole('group', { name: `Preview of ${document.file_name}` });
    const first = await shownSize(pageOf(page, 1));
    await expect(tool(page, 'Previous page')).toHaveAttribute('aria-disabled', 'true');

    await tool(page, 'Next page').click();
    await shownSize(pageOf(page, 2));
    await tool(page, 'Next page').click();
    await shownSize(pageOf(page, 3));
    await expect(tool(page, 'Next page')).toHaveAttribute('aria-disabled', 'true');

    await tool(page, 'Zoom in').click();
    await tool(page, 'Zoom in').click();
    await expect.poll(async () => (await shownSize(pageOf(page, 3))).width).toBe(first.width * 2);
    expect(await area.evaluate((part) => part.scrollWidth > part.clientWidth)).toBe(true);
    await expectNoSidewaysScroll(page);
    await picture(page, info, 'viewer-zoomed');

    await tool(page, 'Fit width').click();
    await expect.poll(async () => (await shownSize(pageOf(page, 3))).width).toBe(first.width);
    await tool(page, 'Rotate').click();
    await expect
      .poll(async () => {
        const { width, height } = await shownSize(pageOf(page, 3));
        return width > height;
      })
      .toBe(true);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

asClinician('a zoomed page can be moved with a finger or the mouse wheel', async ({ page, people }, info) => {
  const { document } = await receive(await people.get('user'), aReference('VIEW'), {
    bytes: aPdf({ pages: 3 }),
  });
  await page.goto(`/documents/${document.id}`);
  const area = page.getByRole('group', { name: `Preview of ${document.file_name}` });
  await shownSize(pageOf(page, 1));
  for (let n = 0; n < 3; n += 1) await tool(page, 'Zoom in').click();
  await area.scrollIntoViewIfNeeded();
  const box = await area.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 200];
  if (info.project.name === 'phone') await drag(page, { x, y }, { x: x - 120, y: y - 150 });
  else {
    await page.mouse.move(x, y);
    await page.mouse.wheel(120, 150);
  }
  await expect.poll(() => area.evaluate((part) => part.scrollLeft > 50 && part.scrollTop > 50)).toBe(true);
});

asClinician(
  "the viewer's keys turn pages, zoom and rotate while it has the focus",
  once,
  async ({ page, people }) => {
    const { document } = await receive(await people.get('user'), aReference('VIEW'), {
      bytes: aPdf({ pages: 3 }),
    });
    await page.goto(`/documents/${document.id}`);
    const first = await shownSize(pageOf(page, 1));
    await page.getByRole('group', { name: `Preview of ${document.file_name}` }).focus();
    await page.keyboard.press('PageDown');
    await shownSize(pageOf(page, 2));
    await page.keyboard.press('PageUp');
    await page.keyboard.press('+');
    await expect
      .poll(async () => (await shownSize(pageOf(page, 1))).width)
      .toBe(Math.round(first.width * 1.5));
    await page.keyboard.press('-');
    await page.keyboard.press('-');
    await expect
      .poll(async () => (await shownSize(pageOf(page, 1))).width)
      .toBe(Math.round(first.width * 0.75));
    await page.keyboard.press('0');
    await page.keyboard.press('r');
    await expect
      .poll(async () => {
        const { width, height } = await shownSize(pageOf(page, 1));
        return width > height;
      })
      .toBe(true);
  },
);

/** Drags a finger over the screen with the browser's own protocol: Playwright can only tap. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: object[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points as { x: number; y: number }[] });
  await touch('touchStart', [from]);
  for (let step = 1; step <= 10; step += 1)
    await touch('touchMove', [
      { x: from.x + ((to.x - from.x) * step) / 10, y: from.y + ((to.y - from.y) * step) / 10 },
    ]);
  await touch('touchEnd', []);
  await session.detach();
}

asClinician(
  'the original of a document opens in a new tab, even after its URL has expired',
  once,
  async ({ page, people }) => {
    const { document } = await receive(await people.get('user'), aReference('VIEW'), {
      bytes: aJpeg(),
      name: 'card.jpg',
      type: 'image/jpeg',
    });
    await page.goto(`/documents/${document.id}`);
    const link = page.getByRole('link', { name: 'View Full Size', exact: true });
    const opens = async (button: 'left' | 'middle') => {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ button })]);
      await expect(tab).toHaveURL(/\/api\/files\//);
      await expect(tab.locator('img')).toBeVisible();
      expect(await tab.evaluate(() => window.opener === null)).toBe(true);
      await tab.close();
    };
    await opens('left');
    for (const button of ['left', 'middle'] as const) {
      const queried = page.waitForResponse(new RegExp(`/api/documents/${document.id}$`));
      await page.route(
        /\/api\/files\/[^/]+$/,
        (route) => (route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.continue()),
        { times: 1 },
      );
      await opens(button);
      await queried;
    }
  },
);
