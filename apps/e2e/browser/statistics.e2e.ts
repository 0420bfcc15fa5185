import { readFile } from 'node:fs/promises';
import type { Token } from '@caredrop/contracts';
import { aReference, receive } from '../support/make.js';
import { picture } from '../support/pages.js';
import { button, expectAccessible, expectNoSidewaysScroll, field, sentence } from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

test(
  'a clinician compares languages, and the URL keeps the days and the comparison',
  once,
  async ({ open, people }, info) => {
    const api = await people.signIn(await people.newClinician());
    for (const language of ['en', 'en', 'en', 'en', 'pl', 'pl', 'pl', 'pl', 'pl'])
      await api.post<{ token: Token }>('/tokens', { patientRefId: aReference('COUNT'), language });
    await receive(api, aReference('COUNT'));
    const page = await open(api);
    await page.goto('/statistics');
    const arrived = page.getByRole('row', { name: /^Document arrived/ });
    await expect(arrived.getByRole('cell')).toHaveText(['1', '10 %']);
    await field(page, 'Compare by').selectOption('language');
    await expect(page.getByText('2 small groups')).toBeVisible();
    await expectNoSidewaysScroll(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      await picture(page, info, `statistics-${colorScheme}`);
    }

    const download = page.waitForEvent('download');
    await button(page, 'Download CSV').click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain('\r\nAll,10,0,0,1,1,1,0,0\r\n');

    await field(page, 'Last day').fill('2020-01-31');
    await field(page, 'First day').fill('2020-01-01');
    await expect(sentence(page, 'Fewer than 5 links were made in these days')).toBeVisible();
    await expect(page).toHaveURL(/from=2020-01-01&to=2020-01-31&by=language/);
    await page.reload();
    await expect(field(page, 'First day')).toHaveValue('2020-01-01');
  },
);
