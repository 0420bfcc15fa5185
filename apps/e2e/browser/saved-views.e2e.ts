import type { Page } from '@playwright/test';
import { aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import { button, expectAccessible, expectNoSidewaysScroll, field, link, rowOf } from '../support/screen.js';
import { asClinician, expect, once } from '../support/test.js';

const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });

asClinician(
  'a clinician saves, opens, renames and deletes a view of the links',
  once,
  async ({ page, people }, info) => {
    const reference = aReference('VIEW');
    await (await people.get('user')).createToken(reference);
    await page.goto('/tokens');
    await field(page, 'Search').fill(reference);
    await field(page, 'Sort by').selectOption('expiry');
    await button(page, 'Save view').click();
    await field(page, 'Name').fill(`Of ${reference}`);
    await expectAccessible(page);
    await picture(page, info, 'saved-views-dialog');
    await dialogButton(page, 'Save').click();
    const view = link(page, `Of ${reference}`);
    await expect(view).toHaveAttribute('aria-current', 'true');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await picture(page, info, 'saved-views');

    await link(page, 'All').click();
    await expect(page).toHaveURL(/\/tokens$/);
    await view.click();
    await expect(page).toHaveURL(`/tokens?search=${reference}&sort=expiry`);
    await rowOf(page, reference).getByRole('link', { name: 'Details' }).click();
    await expect(page).toHaveURL(/\/tokens\/[\w-]+$/);
    await page.goBack();
    await page.reload();
    await expect(view).toHaveAttribute('aria-current', 'true');
    await expect(field(page, 'Search')).toHaveValue(reference);

    await button(page, 'Rename view').click();
    await field(page, 'Name').fill(`Also ${reference}`);
    await dialogButton(page, 'Rename').click();
    await expect(link(page, `Also ${reference}`)).toHaveAttribute('aria-current', 'true');
    await button(page, 'Delete view').click();
    await dialogButton(page, 'Delete').click();
    await expect(link(page, `Also ${reference}`)).toHaveCount(0);
    await expect(button(page, 'Save view')).toBeVisible();
  },
);
