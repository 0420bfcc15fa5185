import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page, type Route } from '@playwright/test';
import type * as Axe from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const narrowest = 320;
const wide = 768;

/** Waits until finite animations have finished; ignores infinite ones. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

/**
 * Excludes the browser's own PDF viewer, which we do not control. Of a table's rows, which are all alike,
 * only the first few are checked.
 */
const notJudged = ['iframe', 'tbody tr:nth-child(n+7)'];

/**
 * Checks WCAG 2.2 AA with axe, then the rules about colours again in dark mode, where nothing else can differ. The
 * phone, which has the same colours, skips dark mode. With an open dialog, only the dialog is checked: the page behind
 * it cannot be reached, and has its own check.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNoViolation(page, 'light', { type: 'tag', values: tags });
  if ((page.viewportSize()?.width ?? 0) < wide) return;
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoViolation(page, 'dark', { type: 'rule', values: ['color-contrast', 'link-in-text-block'] });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** Fails on violations that persist: while a page loads, something may cover a button for a moment. */
async function expectNoViolation(page: Page, scheme: string, runOnly: Axe.RunOnly): Promise<void> {
  await settled(page);
  await expect.poll(() => violations(page, runOnly), { message: `axe, ${scheme}` }).toEqual([]);
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Injects axe once per document, because loading it takes the browser longer than its checks. */
async function violations(page: Page, runOnly: Axe.RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource);
  const dialog = (await page.getByRole('dialog').count()) > 0;
  const context = {
    exclude: notJudged,
    ...(dialog ? { include: [':is([role="dialog"], dialog[open])'] } : {}),
  };
  const found = await page.evaluate(
    ({ context, runOnly }) =>
      (window as unknown as { axe: typeof Axe }).axe.run(context, {
        runOnly,
        resultTypes: ['violations'],
        iframes: false,
      }),
    { context, runOnly },
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}

/** At 320 px, which equals 1280 px at 400 % zoom, nothing may overflow to the right (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: narrowest, height: 640 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: 'width at 320 px' })
    .toBeLessThanOrEqual(narrowest);
  if (size) await page.setViewportSize(size);
}

/** Holds matching requests until `release` is called. */
export async function hold(page: Page, method: string, path: RegExp): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(path, async (route: Route) => {
    if (route.request().method() === method) await released;
    await route.continue();
  });
  return { release: () => release() };
}

/** One row of a table, or one card of the list it becomes on a phone. */
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const sentence = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Checks that the patient's page shows the document as received. */
export async function expectSent(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Upload Successful' })).toBeVisible();
  await expect(sentence(page, 'This upload link is now used and invalid.')).toBeVisible();
}
