import type { Document, Token } from '@caredrop/contracts';
import type { Page } from '@playwright/test';
import { DocumentsPage, TokenMonitorPage } from '../pages/index.js';
import { receive, aReference } from '../support/make.js';
import { button, field, rowOf, sentence } from '../support/screen.js';
import { asAdmin, asClinician, expect, once } from '../support/test.js';

/** Counts the rows in the DOM. The server's speed is measured elsewhere (tools/bench). */
const drawn = (page: Page) => page.getByRole('row').count();
const maxDrawn = 150;

const numbered = (index: number) => `LONG-${String(index).padStart(6, '0')}`;
const idOf = (index: number) => `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/**
 * Presses a key until the start or end of the list is visible: a key press may be lost while a busy browser
 * lays out rows.
 */
const goTo = (page: Page, key: string, reference: string) =>
  expect(async () => {
    await page.keyboard.press(key);
    await expect(rowOf(page, reference)).toBeInViewport({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });

asClinician(
  'Back from the details of a link restores the filters and the scroll position of a long list',
  once,
  async ({ page, people }) => {
    const token = await (await people.get('user')).createToken(aReference());
    const tokens = Array.from({ length: 400 }, (_, index): Token => ({
      ...token,
      id: index === 200 ? token.id : idOf(index),
      patient_ref_id: numbered(index),
    }));
    await page.route(/\/api\/tokens(\?|$)/, (route) =>
      route.fulfill({ json: { status: 'success', data: { tokens } } }),
    );
    await page.goto('/tokens');
    await field(page, 'Status').selectOption('active');
    await field(page, 'Sort by').selectOption('expiry');
    await expect(page).toHaveURL(/\?status=active&sort=expiry$/);
    const row = rowOf(page, numbered(200));
    // Less than the height of the page, so that no row is skipped.
    await expect(async () => {
      await page.mouse.wheel(0, 700);
      await expect(row).toBeVisible({ timeout: 300 });
    }).toPass({ timeout: 30_000 });
    await row.getByRole('link', { name: 'Details', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Token Details' })).toBeVisible();
    await page.goBack();
    await expect(field(page, 'Sort by')).toHaveValue('expiry');
    await expect(row).toBeInViewport();
  },
);

asClinician(
  'ten thousand documents can be scrolled, filtered and selected at once',
  once,
  async ({ page, people }) => {
    const documentsPage = new DocumentsPage(page);
    const { document } = await receive(await people.get('user'), aReference());
    const uploads = Array.from({ length: 10_000 }, (_, index): Document => {
      const pdf = index % 2 === 0;
      return {
        ...document,
        id: idOf(index),
        file_name: pdf ? 'letter.pdf' : 'photo.jpg',
        file_type: pdf ? 'application/pdf' : 'image/jpeg',
        patient_ref_id: numbered(index),
      };
    });
    await page.route(/\/api\/documents(\?|$)/, (route) =>
      route.fulfill({ json: { status: 'success', data: { uploads, nextCursor: null } } }),
    );
    await documentsPage.open();
    await expect(sentence(page, '10000 documents')).toBeVisible();
    expect(await drawn(page)).toBeLessThan(maxDrawn);

    await goTo(page, 'Control+End', numbered(9999));
    expect(await drawn(page)).toBeLessThan(maxDrawn);
    await goTo(page, 'Control+Home', numbered(0));

    await documentsPage.selectAll.check();
    await expect(button(page, 'Delete 10000')).toBeVisible();
    await documentsPage.fileType.selectOption('image');
    await expect(sentence(page, '5000 documents')).toBeVisible();
    await expect(button(page, 'Delete 5000')).toBeVisible();
    await documentsPage.reference.fill('LONG-004001');
    await expect(sentence(page, '1 document')).toBeVisible();
    await expect(rowOf(page, 'LONG-004001')).toContainText('photo.jpg');
  },
);

asAdmin(
  'a hundred thousand tokens are loaded page by page while scrolling',
  once,
  async ({ page, people }) => {
    const total = 100_000;
    const sample = await (await people.get('user', 1)).createToken(aReference());
    const stats = {
      total,
      active: total,
      used: 0,
      expired: 0,
      revoked: 0,
      expiringToday: 0,
      expiringThisWeek: 0,
    };
    const asked: number[] = [];
    await page.route(/\/api\/admin\/tokens\/monitor/, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const start = Number(query.get('cursor') ?? 0);
      const limit = Number(query.get('limit'));
      asked.push(limit);
      const tokens = Array.from({ length: limit }, (_, index): Token => ({
        ...sample,
        id: idOf(start + index),
        patient_ref_id: numbered(start + index),
      }));
      const data = { tokens, nextCursor: String(start + limit), stats };
      return route.fulfill({ json: { status: 'success', data } });
    });
    await new TokenMonitorPage(page).open();
    await expect(sentence(page, '100000 tokens')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Active' })).toContainText('100000');
    await expect(rowOf(page, numbered(0))).toBeVisible();
    // The first page, and perhaps a second request when live updates are connected.
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(new Set(asked)).toEqual(new Set([200]));

    for (let turn = 0; turn < 3; turn += 1) {
      const before = asked.length;
      // Repeated, because the end of the list moves down when the requested page arrives.
      await expect(async () => {
        await page.keyboard.press('Control+End');
        expect(asked.length).toBeGreaterThan(before);
      }).toPass({ timeout: 15_000 });
    }
    expect(asked.length).toBeLessThan(20);
    expect(await drawn(page)).toBeLessThan(maxDrawn);
  },
);
