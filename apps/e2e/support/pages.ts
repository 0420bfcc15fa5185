import { fileURLToPath } from 'node:url';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { SignInPage } from '../pages/index.js';
import { account, readRun } from './run.js';

/** Signs in through the form, as a user does. */
export async function signIn(page: Page, role: 'user' | 'admin', nth = 0): Promise<void> {
  const signInPage = new SignInPage(page);
  await signInPage.open();
  await signInPage.signIn(account(readRun(), role, nth));
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Whether to save screenshots for people to review. Off by default, because saving them takes a long time. */
export const savesScreenshots = process.env.SCREENSHOTS === 'yes';

/** Long lists are repetitive: only this many pixels of a page are kept. */
const tallest = 6000;

/**
 * Saves a screenshot of the page in artefacts/screens if {@link savesScreenshots}; with an open dialog, only of the
 * viewport.
 */
export async function picture(page: Page, info: TestInfo, name: string): Promise<void> {
  if (!savesScreenshots) return;
  const file = `../../../artefacts/screens/${info.project.name}-${name}.png`;
  const path = fileURLToPath(new URL(file, import.meta.url));
  if ((await page.getByRole('dialog').count()) > 0) {
    await page.screenshot({ path });
    return;
  }
  const { scrollWidth: width, scrollHeight } = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { scrollWidth, scrollHeight };
  });
  const clip = { x: 0, y: 0, width, height: Math.min(scrollHeight, tallest) };
  await page.screenshot({ path, fullPage: true, clip });
}

/** Records the page's requests to other origins and its uncaught errors. */
export function watch(page: Page): { foreign: string[]; errors: string[] } {
  const seen = { foreign: [] as string[], errors: [] as string[] };
  const home = new URL(readRun().url).origin;
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== home) seen.foreign.push(request.url());
  });
  page.on('pageerror', (error) => seen.errors.push(error.message));
  return seen;
}
