import { mkdirSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { chaosRounds } from './chaos.ts';
import { nx } from './nx.ts';
import { readOptions } from './options.ts';
import { folderTests, projectTasks, testedPackages, toolsProject, type Project } from './package-tests.ts';
import { add, failure, none, results, step, type Count } from './steps.ts';
import { notRun, wholeSystem } from './whole-system.ts';

/**
 * `npm test` runs everything. `npm test -- token document` runs the tests of those packages only; `tools`, `system`,
 * `browser` and `chaos` are names for the other parts. `--only claims` runs the matching spec files of a part, and
 * `--fresh` runs unchanged parts as well. `--screenshots` saves screenshots of the browser tests in artefacts/screens.
 */
const packages = testedPackages();
const options = readOptions(
  process.argv.slice(2),
  packages.map(({ name }) => name),
);
const { parts, only, fresh, screenshots } = options;
const wants = (part: string): boolean => parts.length === 0 || parts.includes(part);

async function build(): Promise<Count> {
  const { code } = await nx('build', { targets: ['build', 'types'], parallel: 2 });
  return code === 0 ? none : failure('build');
}

/** Ends the run when a backing service dies, because tests would wait for it. Exit handlers and the guard clean up. */
function endRun(sentence: string): void {
  process.stdout.write(`\nfailed: ${sentence}\n0 passed, 1 failed\n`);
  process.exit(1);
}

/** Runs the checks and the packages' tests, with real backing services that are started once for all of them. */
async function checksAndPackages(): Promise<Count> {
  const tested = [toolsProject, ...packages].filter(({ name }) => wants(name));
  if (tested.length === 0) return none;
  const { startTestServices } = await import('@caredrop/testing/backing');
  const services = await startTestServices(['postgres', 'rabbitmq', 's3'], endRun);
  try {
    if (only) return await someTests(tested, only, services.env);
    const checks = parts.length === 0 ? ['lint', 'dead-code', 'format'] : [];
    return await projectTasks({ tested, checks, fresh, env: services.env });
  } finally {
    await services.stop();
  }
}

async function someTests(tested: Project[], only: string, env: Record<string, string>): Promise<Count> {
  const counts: Count[] = [];
  for (const { name, folder } of tested) counts.push(await folderTests(name, folder, env, [only]));
  return add(...counts);
}

const wholeParts = ['system', 'browser', 'chaos'];

/** Runs the faults at the same time as the other tests, because they mostly wait for restarts, leases and retries. */
function wholeSystemAndFaults(): Promise<Count[]> {
  const [system, browser] = [wants('system'), wants('browser')];
  return Promise.all([
    ...(system || browser
      ? [step('whole system', () => wholeSystem({ system, browser, only, screenshots }))]
      : []),
    ...(wants('chaos') ? [step('faults', chaosRounds)] : []),
  ]);
}

async function everything(): Promise<Count> {
  const counts = [await step('build', build)];
  const built = counts.every(({ failed }) => failed === 0);
  counts.push(await step('format, lint and tests of the packages', checksAndPackages));
  if (!wholeParts.some(wants)) return add(...counts);
  counts.push(...(built ? await wholeSystemAndFaults() : [notRun()]));
  return add(...counts);
}

// A process ended by a signal does not run its exit handlers.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

const started = Date.now();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const { passed, failed, failures } = await everything();
for (const name of failures) process.stdout.write(`failed: ${name}\n`);
process.stdout.write(`\nTook ${String(Math.round((Date.now() - started) / 1000))} s\n`);
process.stdout.write(`${String(passed)} passed, ${String(failed)} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
