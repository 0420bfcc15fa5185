import { defineConfig } from '@playwright/test';
import { stackHomes } from './support/run.js';

const root = process.getuid?.() === 0;

/** User journeys in Debian's Chromium against the stacks started by `npm test`: one worker per stack. */
export default defineConfig({
  testDir: 'browser',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results/browser',
  fullyParallel: false,
  workers: stackHomes().length || 1,
  forbidOnly: true,
  retries: process.env.CI ? 1 : 0,
  // A journey of 20 s takes four times as long on a busy virtual machine; each expectation has its own
  // limit below.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/playwright.json' }]],
  use: {
    // Tracing tests that pass costs a fifth of the time. CI traces its second attempt, `npm test` a rerun of
    // the failed tests.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // Without this the headless shell writes file names in ASCII.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        ...(root ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
    {
      name: 'phone',
      grepInvert: /@once/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
});
