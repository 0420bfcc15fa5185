import { DocumentsPage, LinksPage, SignInPage } from '../pages/index.js';
import { ApiClient } from '../support/api.js';
import { enterOn, typeInto } from '../support/keyboard.js';
import { aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import { account, readRun } from '../support/run.js';
import { button, expectAccessible, field, hold, link, rowOf, sentence } from '../support/screen.js';
import { asAdmin, asClinician, expect, once, test } from '../support/test.js';
import type { Page } from '@playwright/test';

const ana = account(readRun(), 'user');

const fillSignIn = (page: Page, person = ana) => new SignInPage(page).signIn(person);

const openMenu = (page: Page) => page.getByRole('button', { name: 'Open menu' });
const userMenu = (page: Page) => page.getByRole('button', { name: /^Account: / });
const headerItems = ['Dashboard', 'Upload Tokens', 'Documents'];
const adminItems = [
  'Token Management',
  'Document Downloads',
  'Manage Clinicians',
  'Teams',
  'Request Templates',
  'Statistics',
  'Audit',
];

/** The links of both navigations, wherever they are at this viewport width. */
async function navigation(page: Page): Promise<{ main: string[]; workspace: string[] }> {
  if (await openMenu(page).isVisible()) {
    await openMenu(page).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  }
  const texts = async (name: string) =>
    (
      await page
        .getByRole('navigation', { name })
        .filter({ visible: true })
        .last()
        .getByRole('link')
        .allTextContents()
    ).map((text) => text.trim());
  return { main: await texts('Main'), workspace: await texts('Workspace') };
}

test(
  'a signed-out visitor signs in and returns to the requested page with its query',
  once,
  async ({ page }) => {
    await page.goto('/documents?from=mail&n=2');
    await expect(page).toHaveURL(/\/login$/);
    await fillSignIn(page);
    await expect(page).toHaveURL(/\/documents\?from=mail&n=2$/);
    await expect(sentence(page, 'Login successful!')).toBeVisible();
  },
);

test('an unknown path redirects to the dashboard, after sign-in if necessary', once, async ({ page }) => {
  await page.goto('/no/such/page?x=1');
  await expect(page).toHaveURL(/\/login$/);
  await fillSignIn(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/nowhere');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('sign-in requires both fields, and a wrong password keeps the email', async ({ page }, info) => {
  const signInPage = new SignInPage(page);
  await signInPage.open();
  await signInPage.submit.click();
  await expect(sentence(page, 'Email and password are required')).toBeVisible();
  await expectAccessible(page);
  await picture(page, info, 'login-required');
  await fillSignIn(page, { ...ana, password: 'certainly wrong' });
  await expect(sentence(page, 'Invalid email or password')).toBeVisible();
  await expect(signInPage.email).toHaveValue(ana.email);
  await expect(page).toHaveURL(/\/login$/);
  await picture(page, info, 'login-refused');
});

asClinician('a clinician cannot open the admin area', once, async ({ page }) => {
  for (const path of ['/admin', '/admin/token-monitor', '/admin/documents', '/admin/manage-users']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/unauthorized$/);
    await expect(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible();
  }
});

asClinician("a clinician's navigation has no admin section", async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await navigation(page)).toEqual({
    main: headerItems,
    workspace: ['Needs attention', 'Overview', 'Generate Upload Link', 'Documents', 'Statistics'],
  });
});

asAdmin(
  "an administrator's navigation has the admin section instead of the clinician's",
  async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await navigation(page)).toEqual({
      main: [...headerItems, 'Admin'],
      workspace: ['Needs attention', 'Overview', ...adminItems],
    });
  },
);

asAdmin("an administrator can open the clinician's pages", once, async ({ page }) => {
  await new LinksPage(page).openForm();
  await expect(page.getByRole('heading', { level: 1, name: 'Generate Upload Link' })).toBeVisible();
  await new DocumentsPage(page).open();
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
});

asAdmin(
  'on a narrow screen, the menu opens, navigates by mouse and keyboard, and closes with Escape',
  once,
  async ({ page }, info) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/dashboard');
    await openMenu(page).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    await expectAccessible(page);
    await picture(page, info, 'mobile-menu');
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await openMenu(page).click();
    await menu.getByRole('link', { name: 'Manage Clinicians', exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/manage-users$/);
    await expect(menu).toBeHidden();
    await enterOn(page, openMenu(page));
    await enterOn(page, menu.getByRole('link', { name: 'Teams', exact: true }));
    await expect(page).toHaveURL(/\/admin\/teams$/);
    await expect(menu).toBeHidden();
  },
);

test(
  'signing out ends the session in the browser, on the server and in the other tab',
  once,
  async ({ people, open }, info) => {
    const session = await people.signIn(ana);
    const page = await open(session);
    await new DocumentsPage(page).open();
    const other = await page.context().newPage();
    await other.goto('/tokens');
    await expect(other.getByRole('heading', { level: 1, name: 'Upload Tokens' })).toBeVisible();
    await userMenu(page).click();
    const signOut = page.getByRole('menuitem', { name: 'Sign out', exact: true });
    await expect(signOut).toBeVisible();
    await expectAccessible(page);
    await picture(page, info, 'user-menu');
    await signOut.click();
    await expect(sentence(page, 'Logged out successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await expect(other).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('caredrop.session'))).toBeNull();
    // The page does not wait for the server, which caches a session for up to a second.
    await expect.poll(async () => (await session.get('/auth/me')).status).toBe(401);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login$/);
  },
);

asClinician('a spinner is shown until the session is known', once, async ({ page }) => {
  const { release } = await hold(page, 'GET', /\/api\/auth\/me$/);
  await new DocumentsPage(page).open();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(page).toHaveURL(/\/documents$/);
  await expect(page.getByRole('heading')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
});

test('an unknown stored session is removed without a message', once, async ({ open }) => {
  const page = await open(new ApiClient(readRun().url));
  await new LinksPage(page).open();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('caredrop.session'))).toBeNull();
});

test(
  'a form keeps its input when the session ends and the user signs in again',
  once,
  async ({ people, open }, info) => {
    const reference = aReference('401');
    const session = await people.signIn(ana);
    const page = await open(session);
    const linksPage = new LinksPage(page);
    await linksPage.openForm();
    await linksPage.reference.fill(reference);
    await linksPage.notes.fill('Asked twice by phone');
    // The live stream ends with the session, so the page is notified before the user presses anything.
    await session.post('/auth/logout');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Your session has ended.', { exact: false })).toBeVisible();
    await picture(page, info, 'login-session-ended');
    await fillSignIn(page);
    await expect(page).toHaveURL(/\/generate-link$/);
    await expect(field(page, 'Patient Reference ID')).toHaveValue(reference);
    await expect(field(page, 'Notes')).toHaveValue('Asked twice by phone');
    await button(page, 'Generate Link').click();
    await expect(rowOf(page, reference)).toBeVisible();
  },
);

asClinician('a clinician can generate a link by keyboard alone', once, async ({ page }) => {
  const reference = aReference('KEY');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(link(page, 'Skip to content')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(link(page, 'New link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Generate Upload Link' })).toBeVisible();
  // The page takes the focus a moment after it appears; a key pressed before that starts from the previous page.
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(link(page, 'Send many')).toBeFocused();
  // The fields above the reference load later, so the number of Tab presses varies.
  await typeInto(page, field(page, 'Patient Reference ID'), reference);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, reference)).toBeVisible();
});

asClinician(
  'a page opened by its URL starts at the top, and a reloaded page keeps its scroll position',
  once,
  async ({ page }) => {
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    await page.setViewportSize({ width: 390, height: 600 });
    await page.goto('/documents');
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await page.mouse.wheel(0, 200);
    await expect.poll(scrolled).toBe(200);
    await page.reload();
    await expect.poll(scrolled).toBe(200);
    await page.goto('/tokens');
    await expect(page.getByRole('heading', { level: 1, name: 'Upload Tokens' })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    expect(await scrolled()).toBe(0);
  },
);

asClinician('the header fits in one row from 320 px on, even with a count of 100', once, async ({ page }) => {
  await page.goto('/dashboard');
  const attention = page.getByRole('banner').getByRole('link', { name: /^Needs attention/ });
  for (const width of [320, 379, 380, 480, 481, 768]) {
    await page.setViewportSize({ width, height: 600 });
    await attention.evaluate((link) => link.setAttribute('data-count', '100'));
    const header = await page.getByRole('banner').boundingBox();
    expect({ width, height: header?.height }).toEqual({ width, height: 57 });
  }
});
