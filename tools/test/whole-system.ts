import { cpSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { homeAt, root } from '../stack/paths.ts';
import type { ServiceName } from '../stack/service-names.ts';
import { headlessChromium } from './machine.ts';
import { folderTests } from './package-tests.ts';
import { countPlaywright } from './playwright-results.ts';
import { add, failure, results, run, step, type Count } from './steps.ts';

/** Events are dead-lettered after four failures within seconds, not after an hour. */
const events = { EVENTS_RETRY_DELAYS_MS: '200,400,800' };
/** A time zone in which it is noon, so that reminders are sent whenever the tests run. */
function noonZone(): string {
  const hours = 12 - new Date().getUTCHours();
  // The signs in these names follow POSIX: west is positive.
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

/**
 * Settings with short durations, so that tests don't wait for a lease, or for the delay of unknown links. Even shorter
 * intervals would cost more than they save, because idle stacks run their jobs: at 500 ms, each took a tenth of a core.
 */
export const shortened: Partial<Record<ServiceName, Record<string, string>>> = {
  gateway: { LINK_GUESS_WAIT_MS: '10' },
  auth: events,
  notification: events,
  token: {
    ...events,
    CLAIM_LEASE_MS: '6000',
    SETTLE_AFTER_MS: '2000',
    SWEEP_INTERVAL_MS: '1500',
    REMINDER_INTERVAL_MS: '1000',
    CLINIC_TIME_ZONE: noonZone(),
    PATIENT_CHECK: 'on',
  },
  document: {
    ...events,
    RENEW_INTERVAL_MS: '2000',
    SWEEP_INTERVAL_MS: '2000',
    PURGE_INTERVAL_MS: '1000',
  },
};

/** The canary test searches the logs, which must therefore contain everything that a service can log. */
const verbose = { LOG_LEVEL: 'debug' };

/** Workers that run tests in parallel, each with its own stack. Two cores have three, because each often waits. */
const STACKS = Math.min(3, availableParallelism() + 1);

interface TestStack {
  folder: string;
  stop(): Promise<void>;
}

export interface WholeSystem {
  system: boolean;
  browser: boolean;
  /** Runs only spec files whose path matches this pattern. */
  only?: string | undefined;
  /** Saves screenshots for people to review, which is slow. */
  screenshots: boolean;
}

/** Starts stacks with the demo, then runs the HTTP tests and the browser journeys against them. */
export async function wholeSystem(which: WholeSystem): Promise<Count> {
  const only = which.only ? [which.only] : [];
  const stacks: TestStack[] = [];
  try {
    while (stacks.length < STACKS) stacks.push(await startTestStack());
    const counts: Count[] = [];
    if (which.system)
      counts.push(
        await step('whole system over HTTP', () => folderTests('system', 'apps/e2e', homesOf(stacks), only)),
      );
    if (which.browser)
      counts.push(
        await step('journeys in the browser', () => browserTests(homesOf(stacks), only, which.screenshots)),
      );
    const sum = add(...counts);
    if (sum.failed > 0) keepLogs(stacks);
    return sum;
  } finally {
    for (const stack of stacks) await stack.stop();
    for (const { folder } of stacks) rmSync(folder, { recursive: true, force: true });
  }
}

const homesOf = (stacks: TestStack[]): Record<string, string> => ({
  CAREDROP_HOME: stacks.map(({ folder }) => folder).join(path.delimiter),
});

function keepLogs(stacks: TestStack[]): void {
  stacks.forEach(({ folder }, index) => {
    cpSync(path.join(folder, 'logs'), path.join(results, `stack-logs-${String(index)}`), { recursive: true });
  });
}

async function startTestStack(): Promise<TestStack> {
  // Imported here: these depend on packages that an earlier step has built.
  const { freePort, scratchFolder } = await import('@caredrop/testing/backing');
  const { startStack } = await import('../stack/start-stack.ts');
  const { seedDemo } = await import('../seed/seed-demo.ts');
  const { serviceNames } = await import('../stack/service-names.ts');
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const folder = scratchFolder('system');
  const stack = await startStack({
    home: homeAt(folder),
    port: await freePort(),
    say,
    control: true,
    settings: Object.fromEntries(serviceNames.map((name) => [name, { ...verbose, ...shortened[name] }])),
  });
  try {
    stack.announce(await seedDemo(stack, say));
    return { folder, stop: () => stack.stop() };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

async function browserTests(
  env: Record<string, string>,
  only: string[],
  screenshots: boolean,
): Promise<Count> {
  const file = path.join(results, 'playwright.json');
  rmSync(file, { force: true });
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
  const args = [cli, 'test', '--config', 'apps/e2e/playwright.config.ts', ...only];
  const withBrowser = { ...env, CHROMIUM: headlessChromium(), ...(screenshots && { SCREENSHOTS: 'yes' }) };
  const count = countPlaywright(file, await run('browser', process.execPath, args, withBrowser));
  if (count.failed > 0) await traceFailures(args, withBrowser);
  return count;
}

/** Reruns only the failed journeys with traces, which would slow down the run. The rerun's result does not count. */
async function traceFailures(args: string[], env: Record<string, string>): Promise<void> {
  process.stdout.write('Rerunning failed journeys to record traces in test-results/browser:\n');
  await run(
    'browser-traces',
    process.execPath,
    [...args, '--last-failed', '--trace=on', '--reporter=list'],
    env,
  );
}

/** Used when a failure of an earlier step makes this one pointless. */
export const notRun = (): Count => failure('whole system: not run, since the build failed');
