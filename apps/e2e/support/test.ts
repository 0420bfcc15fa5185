import { expect, test as base, type Page } from '@playwright/test';
import type { ApiClient } from './api.js';
import { watch } from './pages.js';
import { browserStateOf, People, type Role } from './people.js';
import { readRun } from './run.js';

/** For tests whose result does not depend on the width: the phone project skips them. */
export const once = { tag: '@once' };

interface Fixtures {
  /** A page in a separate browser context where this session is stored; null for a signed-out visitor's. */
  open: (session: ApiClient | null) => Promise<Page>;
}

/**
 * `page`, and each page from `open`, is monitored: a request to another origin or an error in the page fails the test.
 * Signing in costs a password hash, so sessions are created once per worker and injected into the browser.
 */
export const test = base.extend<Fixtures, { people: People }>({
  people: [
    // Playwright derives the dependencies from the destructuring pattern; there are none, but a pattern is
    // required.
    async ({}, use) => use(new People()),
    { scope: 'worker' },
  ],
  baseURL: async ({}, use) => use(readRun().url),
  page: async ({ page }, use) => {
    const seen = watch(page);
    await use(page);
    expect(seen).toEqual({ foreign: [], errors: [] });
  },
  open: async ({ browser, contextOptions, baseURL, viewport }, use) => {
    const opened: { page: Page; seen: ReturnType<typeof watch> }[] = [];
    await use(async (session) => {
      const storageState = session ? browserStateOf(session) : undefined;
      const context = await browser.newContext({ ...contextOptions, baseURL, viewport, storageState });
      const page = await context.newPage();
      opened.push({ page, seen: watch(page) });
      return page;
    });
    await Promise.all(opened.map(({ page }) => page.context().close()));
    for (const { seen } of opened) expect(seen).toEqual({ foreign: [], errors: [] });
  },
});

const signedInAs = (role: Role) =>
  test.extend({
    storageState: async ({ people }, use) => use(browserStateOf(await people.get(role))),
  });

/** Tests whose `page` belongs to a signed-in clinician (the demo's first). */
export const asClinician = signedInAs('user');
/** Tests whose `page` belongs to the signed-in administrator. */
export const asAdmin = signedInAs('admin');

export { expect };
