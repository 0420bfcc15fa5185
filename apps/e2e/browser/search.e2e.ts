import type { Page } from '@playwright/test';
import { aReference, receive } from '../support/make.js';
import { picture } from '../support/pages.js';
import { button, expectAccessible, expectNoSidewaysScroll, field } from '../support/screen.js';
import { asAdmin, asClinician, expect, once } from '../support/test.js';

const searchField = (page: Page) => field(page, 'Search links and documents');
const result = (page: Page, part: string, name: string | RegExp) =>
  page.getByRole('region', { name: part, exact: true }).getByRole('link', { name });

asClinician('a clinician finds a link and a document from the dashboard', async ({ page, people }, info) => {
  const reference = aReference('FIND');
  await receive(await people.get('user'), reference, { name: 'knee x-ray.pdf', comment: 'after the fall' });
  await page.goto('/dashboard');
  await button(page, 'Search everything').click();
  await expect(searchField(page)).toBeFocused();
  await searchField(page).fill(reference);
  await expect(result(page, 'Links', reference)).toBeVisible();
  await expect(result(page, 'Documents', /knee x-ray\.pdf/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await picture(page, info, 'search');
  await searchField(page).fill('knee x-ray');
  await expect(result(page, 'Links', reference)).toBeHidden();
  await result(page, 'Documents', /knee x-ray\.pdf/)
    .first()
    .click();
  await expect(page).toHaveURL(/\/documents\/[\w-]+$/);
  await expect(page.getByText('after the fall')).toBeVisible();
});

asClinician('a search without results repeats the search text', once, async ({ page }) => {
  await page.goto('/tokens');
  await button(page, 'Search everything').click();
  await searchField(page).fill('nothing like this');
  await expect(page.getByText('Nothing found for “nothing like this”.')).toBeVisible();
});

asClinician('the search says which part could not be searched', once, async ({ page, people }) => {
  const reference = aReference('HALF');
  await (await people.get('user')).createToken(reference);
  await page.route('**/api/documents?*', (route) => route.fulfill({ status: 503 }));
  await page.goto('/tokens');
  await button(page, 'Search everything').click();
  await searchField(page).fill(reference);
  await expect(result(page, 'Links', reference)).toBeVisible();
  await expect(page.getByText('Documents could not be searched.')).toBeVisible();
});

asAdmin(
  'an administrator finds the links and documents of every clinician',
  once,
  async ({ page, people }) => {
    const reference = aReference('ALL');
    await receive(await people.get('user', 1), reference, { name: 'scan.pdf' });
    await page.goto('/admin');
    await expect(button(page, 'Search everything')).toBeVisible();
    await page.keyboard.press('/');
    await searchField(page).fill(reference);
    await expect(result(page, 'Links', reference)).toBeVisible();
    await expect(result(page, 'Documents', /scan\.pdf/)).toBeVisible();
    await page.getByRole('link', { name: 'Show all of these documents' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/documents\\?patientRefId=${reference}$`));
  },
);

asClinician(
  'shortcut keys open the list of shortcuts and pages, type text in a field, and can be turned off',
  once,
  async ({ page }, info) => {
    await page.goto('/dashboard');
    await expect(button(page, 'Search everything')).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await expectAccessible(page);
    await picture(page, info, 'keys');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await expect(page).toHaveURL(/\/documents$/);
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/\/generate-link$/);
    // In a field, the keys type text.
    await field(page, 'Patient Reference ID').fill('');
    await field(page, 'Patient Reference ID').press('n');
    await page.keyboard.press('/');
    await expect(field(page, 'Patient Reference ID')).toHaveValue('n/');
    await field(page, 'Patient Reference ID').blur();
    await page.keyboard.press('?');
    await page.getByRole('switch', { name: 'Use these keys' }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(button(page, 'Search everything')).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(/\/generate-link$/);
  },
);
