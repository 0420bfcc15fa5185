import { expect, type Locator, type Page } from '@playwright/test';

/** More Tab presses than a user would make before going back: a long list has hundreds. */
const maxStops = 60;

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/**
 * Presses Tab until this element has the focus, then Shift+Tab if it was not reached, as a keyboard user
 * does.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await pressUntilFocused(page, 'Tab', target, maxStops);
  await pressUntilFocused(page, 'Shift+Tab', target, 2 * maxStops);
  await expect(target).toBeFocused();
}

async function pressUntilFocused(page: Page, key: string, target: Locator, most: number): Promise<void> {
  for (let stops = 0; stops < most && !(await isFocused(target)); stops += 1) await page.keyboard.press(key);
}

/** Focuses the element with Tab and presses Enter. */
export async function enterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Focuses a field with Tab and types. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}
