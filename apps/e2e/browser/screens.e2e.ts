import { aJpeg } from '@caredrop/testing';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { aReference, receive } from '../support/make.js';
import { picture } from '../support/pages.js';
import {
  button,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  link,
  sentence,
} from '../support/screen.js';
import { asAdmin, asClinician, expect, once, test } from '../support/test.js';

interface Screen {
  name: string;
  path: string;
  heading: string | RegExp;
  /** Further text that must be visible. */
  shows: (page: Page) => Locator[];
  /** Headings of the table's columns; on a phone they are the labels of values. */
  columns?: string[];
}

/**
 * Checks the screen's text, its accessibility, and that nothing overflows at 320 px; saves a screenshot if requested.
 */
async function check(page: Page, info: TestInfo, screen: Screen): Promise<void> {
  await page.goto(screen.path);
  await expect(page.getByRole('heading', { level: 1, name: screen.heading })).toBeVisible();
  for (const part of screen.shows(page)) await expect(part.first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  if (screen.columns) {
    const heads = await page.getByRole('table').first().locator('thead th').allTextContents();
    expect(heads.map((head) => head.trim())).toEqual(expect.arrayContaining(screen.columns));
  }
  await expectAccessible(page);
  await picture(page, info, `screen-${screen.name}`);
  await expectNoSidewaysScroll(page);
}

const actions = (page: Page) => [
  button(page, 'Copy Link'),
  button(page, 'Send SMS'),
  button(page, 'Revoke'),
  link(page, 'Details'),
];
const documentActions = (page: Page) => [
  link(page, 'View'),
  button(page, 'Download'),
  button(page, 'Delete'),
];
const statuses = ['active', 'used', 'expired', 'revoked'];

/** Expects a filter with these options, given as API values. */
async function expectChoices(page: Page, label: string, values: string[]): Promise<void> {
  await expect(field(page, label)).toBeVisible();
  const options = field(page, label).locator('option');
  const found = await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(found).toEqual(['', ...values]);
}

const publicScreens: Screen[] = [
  {
    name: 'landing',
    path: '/',
    heading: /one document/,
    shows: (page) => [
      ...['features', 'how-it-works', 'stats', 'use-cases', 'testimonials', 'faq'].map((id) =>
        page.locator(`section#${id}`),
      ),
      ...[/HIPAA/, /AES-256/, /SMS/, /direct link/i, /email notification/i].map((word) =>
        page.getByText(word),
      ),
      link(page, 'Log in'),
      link(page, 'Sign up'),
      link(page, 'Get started'),
    ],
  },
  {
    name: 'login',
    path: '/login',
    heading: /.+/,
    shows: (page) => [
      field(page, 'Email'),
      field(page, 'Password'),
      button(page, 'Sign in'),
      link(page, 'Sign up'),
    ],
  },
  {
    name: 'forgot-password',
    path: '/forgot-password',
    heading: /.+/,
    shows: (page) => [field(page, 'Email'), link(page, 'Back to Login')],
  },
  {
    name: 'reset-password',
    path: '/reset-password?token=not-a-real-one',
    heading: /.+/,
    shows: (page) => [field(page, 'New Password'), field(page, 'Confirm New Password')],
  },
  {
    name: 'reset-password-without-token',
    path: '/reset-password',
    heading: 'Invalid Reset Link',
    shows: (page) => [page.locator('a[href="/forgot-password"]')],
  },
  {
    name: 'upload-without-token',
    path: '/upload',
    heading: 'Invalid Token',
    shows: (page) => [sentence(page, 'No token provided. Please use the link provided by your clinician.')],
  },
  {
    name: 'upload-unknown-token',
    path: `/upload?token=${'x'.repeat(43)}`,
    heading: 'Invalid Token',
    shows: (page) => [
      sentence(page, 'Invalid or expired token. Please contact your clinician for a new link.'),
    ],
  },
  {
    name: 'unauthorized',
    path: '/unauthorized',
    heading: 'Unauthorized',
    shows: (page) => [
      sentence(page, 'You do not have permission to view this page.'),
      page.locator('main a[href="/dashboard"]'),
    ],
  },
  {
    name: 'accessibility',
    path: '/accessibility.html',
    heading: 'Accessibility and help',
    shows: (page) => [page.getByRole('heading', { name: 'If you need help' })],
  },
  {
    name: 'privacy',
    path: '/privacy.html',
    heading: 'Privacy',
    shows: (page) => [page.getByRole('heading', { name: 'Photos of the body' })],
  },
];

for (const screen of publicScreens)
  test(`a signed-out visitor sees the page ${screen.name}`, async ({ page }, info) =>
    check(page, info, screen));

test('a patient with a valid link sees the upload form', async ({ page, people }, info) => {
  const reference = aReference();
  const { token } = await (await people.get('user')).createToken(reference);
  await check(page, info, {
    name: 'upload',
    path: `/upload?token=${token}`,
    heading: 'Upload Document',
    shows: () => [
      sentence(page, reference),
      field(page, 'Comment (optional)'),
      button(page, 'Watch 45s guide'),
      button(page, 'Take a photo'),
      button(page, 'Choose a file'),
      button(page, 'Upload Document'),
    ],
  });
  await expect(page.locator('input[type=file]')).toHaveCount(1);
});

test('the buttons of the landing page open its section on how Caredrop works and the sign-in page', async ({
  page,
}) => {
  await page.goto('/');
  await button(page, 'See how it works').click();
  await expect(page.locator('#how-it-works')).toBeInViewport();
  await link(page, 'Get started').click();
  await expect(page).toHaveURL(/\/login$/);
});

test(
  "the landing page shows pictures of the product in the visitor's colour scheme, and loads no others",
  once,
  async ({ open }, info) => {
    for (const scheme of ['light', 'dark'] as const) {
      // Uses a new context: with a cache filled in the other scheme, the browser may load pictures that are not shown.
      const page = await open(null);
      const loaded = new Set<string>();
      page.on('response', (response) => {
        const name = /\/screens\/(.*)\.webp$/.exec(response.url())?.[1];
        if (name) loaded.add(`${name} ${response.status()}`);
      });
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto('/');
      const pictures = page.getByRole('main').getByRole('img');
      await expect(pictures).toHaveCount(6);
      for (const one of await pictures.all()) {
        await one.scrollIntoViewIfNeeded();
        await expect
          .poll(() => one.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0);
      }
      const names = ['ask', 'document', 'list', 'open', 'phone', 'sent'];
      expect([...loaded].sort()).toEqual(names.map((name) => `${name}-${scheme} 200`));
      await picture(page, info, `landing-${scheme}`);
    }
  },
);

const tokenColumns = ['Token', 'Patient', 'Status', 'Expires', 'Documents', 'SMS Status', 'Actions'];

const clinicianScreens: Screen[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    heading: /^Welcome back, .+!$/,
    shows: (page) => [
      ...['Total Upload Tokens', 'Active Tokens', 'Total Documents', 'Recent Uploads'].map((text) =>
        sentence(page, text),
      ),
      page.getByText(/^Patient: /),
      link(page, 'View'),
    ],
  },
  {
    name: 'generate-link',
    path: '/generate-link',
    heading: 'Generate Upload Link',
    shows: (page) => [
      field(page, 'Patient Reference ID'),
      field(page, 'Patient Nickname/Initials'),
      field(page, 'Notes'),
      page.getByRole('heading', { name: 'Your Upload Tokens' }),
      ...actions(page),
    ],
    columns: tokenColumns,
  },
  {
    name: 'tokens',
    path: '/tokens',
    heading: 'Upload Tokens',
    shows: (page) => [page.getByRole('heading', { name: 'Your Upload Tokens' }), ...actions(page)],
    columns: tokenColumns,
  },
  {
    name: 'documents',
    path: '/documents',
    heading: 'Documents',
    shows: (page) => [page.getByText(/^\d+ documents?$/), ...documentActions(page)],
    columns: ['Patient', 'Date', 'Size', 'Actions'],
  },
];

for (const screen of clinicianScreens)
  asClinician(`a clinician sees the page ${screen.name}`, async ({ page, people }, info) => {
    const api = await people.get('user');
    await Promise.all([api.createToken(aReference()), receive(api, aReference())]);
    await check(page, info, screen);
  });

asClinician('a clinician sees a token and its document', async ({ page, people }, info) => {
  const { token } = await receive(await people.get('user'), aReference(), { comment: 'From my GP' });
  await check(page, info, {
    name: 'token-details',
    path: `/tokens/${token.id}`,
    heading: 'Token Details',
    shows: () => [
      sentence(page, token.token),
      sentence(page, token.patient_ref_id),
      sentence(page, 'used'),
      page.getByText(`/upload?token=${token.token}`),
      button(page, 'Copy'),
      sentence(page, 'letter.pdf'),
      sentence(page, 'From my GP'),
      link(page, 'View'),
      button(page, 'Download'),
    ],
  });
  await expect(button(page, 'Revoke')).toHaveCount(0);
});

asClinician('a clinician sees the details of an image document', async ({ page, people }, info) => {
  const { document } = await receive(await people.get('user'), aReference(), {
    bytes: aJpeg(),
    name: 'card.jpg',
    type: 'image/jpeg',
  });
  await check(page, info, {
    name: 'document-detail',
    path: `/documents/${document.id}`,
    heading: 'Document Detail',
    shows: () => [
      page.getByRole('img', { name: 'card.jpg' }),
      link(page, 'View Full Size'),
      sentence(page, 'image/jpeg'),
      sentence(page, document.patient_ref_id),
      button(page, 'Download Document'),
      page.getByRole('heading', { name: 'Upload Token' }),
      page.locator(`a[href="/tokens/${document.token_id}"]`),
    ],
  });
});

asClinician('the document filters offer the specified options', once, async ({ page }) => {
  await page.goto('/documents');
  await expectChoices(page, 'File type', ['pdf', 'image']);
  await expectChoices(page, 'Date range', ['7', '30']);
});

const adminScreens: Screen[] = [
  {
    name: 'admin',
    path: '/admin',
    heading: 'Admin',
    shows: (page) =>
      ['Token Management', 'Document Downloads', 'Manage Clinicians', 'Teams'].map((name) =>
        page.getByRole('main').getByRole('link', { name, exact: true }),
      ),
  },
  {
    name: 'admin-token-monitor',
    path: '/admin/token-monitor',
    heading: 'Token Management',
    shows: (page) => [
      ...['Active', 'Used', 'Expired', 'Expiring This Week'].map((text) => sentence(page, text)),
      ...['Status', 'Expiry Range', 'Clinician', 'Search'].map((label) => field(page, label)),
      ...['Reset', 'Apply Filters', 'Generate Bulk Tokens'].map((name) => button(page, name)),
      ...actions(page),
    ],
    columns: ['Token', 'Patient', 'Clinician', 'Status', 'SMS Status', 'Created', 'Expires'],
  },
  {
    name: 'admin-documents',
    path: '/admin/documents',
    heading: 'Document Downloads',
    shows: (page) => [
      ...['Total Documents', 'Images', 'PDFs', 'Total Size'].map((text) => sentence(page, text)),
      ...['Patient Reference ID', 'Clinician', 'File Type', 'Date Range'].map((label) => field(page, label)),
      button(page, 'Download Selected'),
      ...documentActions(page),
    ],
    columns: ['Clinician'],
  },
  {
    name: 'admin-manage-users',
    path: '/admin/manage-users',
    heading: 'Manage Clinicians',
    shows: (page) => [
      ...['Name', 'Email', 'Status'].map((label) => field(page, label)),
      button(page, 'Disable'),
    ],
    columns: ['Name', 'Email', 'Joined', 'Status', 'Disable Reason'],
  },
  {
    name: 'admin-teams',
    path: '/admin/teams',
    heading: 'Teams',
    shows: (page) => ['New team', 'Members', 'Rename', 'Archive'].map((name) => button(page, name)),
    columns: ['Name', 'Members', 'Emails'],
  },
];

for (const screen of adminScreens)
  asAdmin(`an administrator sees the page ${screen.name}`, async ({ page, people }, info) => {
    const clinician = await people.get('user', 1);
    await Promise.all([clinician.createToken(aReference()), receive(clinician, aReference())]);
    await check(page, info, screen);
  });

asAdmin('the filters of the admin pages offer the specified options', once, async ({ page }) => {
  await page.goto('/admin/token-monitor');
  await expectChoices(page, 'Status', statuses);
  await expectChoices(page, 'Expiry Range', ['today', 'week', 'month']);
  await page.goto('/admin/documents');
  await expectChoices(page, 'File Type', ['image', 'pdf', 'other']);
  await expectChoices(page, 'Date Range', ['today', 'week', 'month', 'year']);
  await page.goto('/admin/manage-users');
  await expectChoices(page, 'Status', ['active', 'disabled']);
});
