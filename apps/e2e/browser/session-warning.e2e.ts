import type { Page } from '@playwright/test';
import { DocumentsPage } from '../pages/index.js';
import { picture } from '../support/pages.js';
import { button, expectAccessible, expectNoSidewaysScroll } from '../support/screen.js';
import { idleFor } from '../support/sessions.js';
import { expect, once, test } from '../support/test.js';

const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });
const HALF_HOUR = 1800;

test(
  'an idle session shows a warning in every tab; one click extends the session, and without a click it ends',
  once,
  async ({ open, people }, info) => {
    const api = await people.signIn(await people.newClinician('Sleepy'));
    const page = await open(api);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const other = await page.context().newPage();
    // The server has not seen activity from this user for a while; both pages query how much time is left when they
    // open.
    await idleFor(api, HALF_HOUR - 100);
    const quiet = (one: Page) =>
      one.route('**/api/**', (route) => {
        const headers = { ...route.request().headers(), 'x-background': '1' };
        return route.request().method() === 'GET' ? route.continue({ headers }) : route.continue();
      });
    await Promise.all([quiet(page), quiet(other)]);
    await Promise.all([new DocumentsPage(page).open(), other.goto('/tokens')]);
    await Promise.all([expect(warning(page)).toBeVisible(), expect(warning(other)).toBeVisible()]);
    await expect(page.getByRole('timer')).toContainText('You will be signed out in');
    await expect(button(page, 'Stay signed in')).toBeFocused();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await picture(page, info, 'session-warning');

    await button(page, 'Stay signed in').click();
    await Promise.all([expect(warning(page)).toBeHidden(), expect(warning(other)).toBeHidden()]);
    expect((await api.get('/auth/session')).body.data).toMatchObject({ session: { extendable: true } });

    await idleFor(api, HALF_HOUR - 3);
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(/Your session has ended/)).toBeVisible();
    await other.close();
  },
);
