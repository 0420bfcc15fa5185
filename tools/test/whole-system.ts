import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { homeAt, root } from '../stack/paths.ts';
import type { ServiceName } from '../stack/service-names.ts';
import { chromium } from './machine.ts';
import { folderTests } from './package-tests.ts';
import { countPlaywright } from './playwright-results.ts';
import { add, failure, results, run, step, type Count } from './steps.ts';

/** A handler that fails four times is given up within seconds, not after an hour. */
const events = { EVENTS_RETRY_DELAYS_MS: '200,400,800' };
/** Settings that make durations short: nobody waits for a lease. Limits per address would only hit ourselves. */
const shortened: Partial<Record<ServiceName, Record<string, string>>> = {
  gateway: { LINK_GUESS_WAIT_MS: '10' },
  auth: events,
  notification: events,
  token: { ...events, CLAIM_LEASE_MS: '6000', SETTLE_AFTER_MS: '2000', SWEEP_INTERVAL_MS: '500' },
  document: {
    ...events,
    RENEW_INTERVAL_MS: '2000',
    SWEEP_INTERVAL_MS: '1000',
    PURGE_INTERVAL_MS: '500',
    BODY_PRESSED_WINDOW_MS: '1000',
  },
};

/** The canary test reads what the services write: it has to see all they could. */
const verbose = { LOG_LEVEL: 'debug' };

/** Starts a stack of its own, with the demo, and runs the HTTP tests and the browser journeys against it. */
export async function wholeSystem(which: { system: boolean; browser: boolean }): Promise<Count> {
  const folder = mkdtempSync(path.join(tmpdir(), 'caredrop-system-'));
  const stack = await startTestStack(folder);
  try {
    const env = { CAREDROP_HOME: folder };
    const counts: Count[] = [];
    if (which.system)
      counts.push(await step('whole system over HTTP', () => folderTests('system', 'apps/e2e', env)));
    if (which.browser) counts.push(await step('journeys in the browser', () => browserTests(env)));
    const sum = add(...counts);
    if (sum.failed > 0)
      cpSync(path.join(folder, 'logs'), path.join(results, 'stack-logs'), { recursive: true });
    return sum;
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startTestStack(folder: string): Promise<{ stop(): Promise<void> }> {
  // Loaded here and not above: these stand on packages that an earlier step has built.
  const { freePort } = await import('@caredrop/testing/backing');
  const { startStack } = await import('../stack/start-stack.ts');
  const { seedDemo } = await import('../seed/seed-demo.ts');
  const { serviceNames } = await import('../stack/service-names.ts');
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const stack = await startStack({
    home: homeAt(folder),
    port: await freePort(),
    say,
    control: true,
    settings: Object.fromEntries(serviceNames.map((name) => [name, { ...verbose, ...shortened[name] }])),
  });
  try {
    stack.announce(await seedDemo(stack, say));
    return stack;
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

async function browserTests(env: Record<string, string>): Promise<Count> {
  const file = path.join(results, 'playwright.json');
  rmSync(file, { force: true });
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
  const args = [cli, 'test', '--config', 'apps/e2e/playwright.config.ts'];
  const code = await run('browser', process.execPath, args, { ...env, CHROMIUM: chromium() });
  return countPlaywright(file, code);
}

/** For a caller whose earlier steps make this pointless. */
export const notRun = (): Count => failure('whole system: not run, since the build failed');
