import type { Page } from '@playwright/test';
import { paths } from '../support/staff-paths.js';
import { asAdmin, asClinician, expect, once } from '../support/test.js';

const widths = Array.from({ length: 81 }, (_, step) => 320 + 20 * step);
const longName = { firstName: 'Maximiliana-Theodora-Augustina', lastName: 'Featherstonehaugh-Cholmondeley' };

const request = `"request":{"id":"0","position":10,"count":10,"label":"${'photograph-of-the-rash-'.repeat(2)}left-arm"}`;

/**
 * In the responses that the page fetches, replaces references and the names of people and files with ones of about 30
 * characters, and makes every link and document part of a request.
 */
async function withLongNames(page: Page): Promise<void> {
  await page.route(/\/api\/(?!events)/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    if (!response.headers()['content-type']?.includes('application/json')) return route.fulfill({ response });
    const text = (await response.text())
      .replace(/"firstName":"[^"]*"/g, `"firstName":"${longName.firstName}"`)
      .replace(/"lastName":"[^"]*"/g, `"lastName":"${longName.lastName}"`)
      .replace(/"patient_ref_id":"[^"]*"/g, `"patient_ref_id":"REFERENCE-OF-THIRTY-CHARACTERS",${request}`)
      .replace(/"file_name":"[^"]*"/g, '"file_name":"discharge-summary-and-letter.pdf"');
    return route.fulfill({ response, body: text });
  });
}

/** By how many pixels the page is wider than the window, by width; widths that fit are left out. */
async function overflows(page: Page): Promise<Record<number, number>> {
  const over: Record<number, number> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          // Waits two frames: the first applies the width; by the second, the table has reported its own.
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              resolve(document.documentElement.scrollWidth - document.documentElement.clientWidth),
            ),
          ),
        ),
    );
    if (excess > 0) over[width] = excess;
  }
  return over;
}

const signedInAs = { clinician: asClinician, administrator: asAdmin };
for (const [role, given] of Object.entries(signedInAs))
  for (const path of paths[role as keyof typeof signedInAs])
    given(
      `the ${role}'s page ${path} fits windows from 320 to 1920 px, even with names of 30 characters`,
      once,
      async ({ page }) => {
        await withLongNames(page);
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
        expect(await overflows(page)).toEqual({});
      },
    );
