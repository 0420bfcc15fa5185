import type { Page } from '@playwright/test';
import { fakeCamera, showPages } from '../support/camera.js';
import { layoutProblems } from '../support/layout.js';
import { picture } from '../support/pages.js';
import { patientStates } from '../support/patient-states.js';
import { pseudoCopy, servePseudoLocale } from '../support/pseudo-locale.js';
import { settled } from '../support/screen.js';
import { expect, once, test as base } from '../support/test.js';

const test = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fakeCamera] }),
    { scope: 'worker' },
  ],
});

const screens = [320, 390].flatMap((width) => (['ltr', 'rtl'] as const).map((dir) => ({ width, dir })));

/** The layout problems of each width and direction. */
async function problemsOf(page: Page): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { width, dir } of screens) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate((dir) => (document.documentElement.dir = dir), dir);
    await settled(page);
    const problems = await layoutProblems(page);
    if (problems.length > 0) found[`${width} px ${dir}`] = problems;
  }
  return found;
}

for (const { name, show } of patientStates)
  test(
    `sentences 40 % longer than English fit a narrow screen in both directions: ${name}`,
    once,
    async ({ page, people }, info) => {
      await page.setViewportSize({ width: 320, height: 800 });
      await servePseudoLocale(page);
      await showPages(page, 0, ['print', 'blurred']);
      await show({ page, api: await people.get('user'), copy: await pseudoCopy() });
      const problems = await problemsOf(page);
      await page.setViewportSize({ width: 320, height: 800 });
      await page.evaluate(() => (document.documentElement.dir = 'ltr'));
      await picture(page, info, `long-${name}`);
      expect(problems).toEqual({});
    },
  );
