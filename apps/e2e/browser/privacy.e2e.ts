import type { Page } from '@playwright/test';
import { UploadPage } from '../pages/index.js';
import { aReference } from '../support/make.js';
import { readRun } from '../support/run.js';
import { asClinician, expect, once, test } from '../support/test.js';

const { url } = readRun();

/** Every request of a page, as the server receives it. */
function record(page: Page): { url: string; method: string; headers: Promise<Record<string, string>> }[] {
  const seen: ReturnType<typeof record> = [];
  page.on('request', (request) =>
    seen.push({ url: request.url(), method: request.method(), headers: request.allHeaders() }),
  );
  return seen;
}

/** Injects a script into the page as an attacker's markup would; returns whether it ran, and the violated directive. */
const inlineScript = (page: Page) =>
  page.evaluate(async () => {
    const violated = new Promise<string>((resolve) =>
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
        once: true,
      }),
    );
    const script = document.createElement('script');
    script.textContent = 'window.planted = true';
    document.body.append(script);
    return { ran: 'planted' in window, violated: await violated };
  });

test.describe("the patient's link", once, () => {
  test('the link leaves the address bar at once and appears in no referrer and only in the requests that need it', async ({
    page,
    people,
  }) => {
    const uploadPage = new UploadPage(page);
    const { token } = await (await people.get('user')).createToken(aReference('PRIV'));
    const seen = record(page);
    await uploadPage.open(token);
    await expect(page.getByRole('heading', { name: 'Upload Document' })).toBeVisible();
    expect(page.url()).toBe(`${url}/upload`);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Upload Document' })).toBeVisible();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('iVBORw0KGgo=', 'base64') });
    await page.getByRole('button', { name: 'Upload Document' }).click();
    await expect(page.getByText('Upload Successful')).toBeVisible();

    const carrying = seen
      .filter((request) => request.url.includes(token))
      .map((request) => `${request.method} ${request.url.replace(token, '…')}`);
    const allowed = [
      `GET ${url}/upload?token=…`,
      `GET ${url}/api/tokens/validate/…`,
      `POST ${url}/api/upload/…`,
    ];
    expect(new Set(carrying)).toEqual(new Set(allowed));
    expect(seen.length).toBeGreaterThan(allowed.length);
    for (const request of seen) expect((await request.headers).referer ?? '').toBe('');
    // Chromium requests a font named in an inline style with the whole address, and so the link, as the referrer
    // (apps/web/vite/inline-parts.ts).
    expect(await page.locator('style').allTextContents()).toEqual([
      expect.not.stringContaining('@font-face'),
    ]);
  });

  test('the link check returns only the reference, the expiry date and the language', async ({
    people,
    request,
  }) => {
    const api = await people.get('user');
    const body = { patientRefId: aReference('PRIV'), nickname: 'Nickname', notes: 'Notes' };
    const { token } = (await api.post<{ token: { token: string } }>('/tokens', body)).body.data;
    const response = await request.get(`/api/tokens/validate/${token.token}`);
    const { data } = (await response.json()) as { data: Record<string, unknown> };
    expect(data).toEqual({
      patientRefId: body.patientRefId,
      expiresAt: expect.any(String),
      language: null,
    });
  });

  test('the upload page explains what not to send and links to the privacy notice', async ({
    page,
    people,
  }) => {
    const { token } = await (await people.get('user')).createToken(aReference('PRIV'));
    await new UploadPage(page).open(token);
    const notice = page.getByText('Please do not send photos of private parts of the body');
    await expect(notice).toBeVisible();
    await expect(page.getByRole('button', { name: 'Upload Document' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', /privacy/);
  });

  test('unknown and malformed links get identical responses', async ({ request }) => {
    const responses = [];
    for (const value of ['x'.repeat(43), 'x', '%00', 'é'.repeat(50), "'--"]) {
      const response = await request.get(`/api/tokens/validate/${value}`);
      const { requestId: _own, ...said } = (await response.json()) as Record<string, unknown>;
      responses.push(JSON.stringify([response.status(), Object.keys(response.headers()).sort(), said]));
    }
    expect(new Set(responses).size).toBe(1);
  });
});

test.describe('the protection of pages', once, () => {
  for (const path of ['/upload', '/login', '/']) {
    test(`an injected script does not run on ${path}`, async ({ page }) => {
      await page.goto(path);
      expect(await inlineScript(page)).toEqual({ ran: false, violated: 'script-src-elem' });
    });
  }

  asClinician('an injected script does not run in the workspace', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByText('Welcome back')).toBeVisible();
    expect(await inlineScript(page)).toEqual({ ran: false, violated: 'script-src-elem' });
  });

  for (const [path, devices] of [
    ['/upload', ['camera']],
    ['/login', []],
  ] as const)
    test(`${path} may use only these features out of camera, microphone, location, USB and payment: ${devices.join() || 'none'}`, async ({
      page,
    }) => {
      await page.goto(path);
      const allowed = await page.evaluate(() => {
        const { featurePolicy } = document as unknown as {
          featurePolicy: { allowsFeature(name: string): boolean };
        };
        return ['camera', 'microphone', 'geolocation', 'usb', 'payment'].filter((name) =>
          featurePolicy.allowsFeature(name),
        );
      });
      expect(allowed).toEqual(devices);
    });

  test('a page cannot be embedded in a frame of another site', async ({ browser }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    for (const path of ['/upload', '/login']) {
      await page.setContent(`<iframe src="${url}${path}"></iframe>`);
      await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
    }
    await context.close();
  });
});
