import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chaosRounds } from './chaos.ts';
import { packageTests, folderTests, testedProjects } from './package-tests.ts';
import { add, command, none, results, step, type Count } from './steps.ts';
import { notRun, wholeSystem } from './whole-system.ts';

/**
 * `npm test` runs everything. `npm test -- token document` runs the tests of those packages only; `tools`, `system`,
 * `browser` and `chaos` are names for the other parts.
 */
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const wants = (part: string): boolean => filters.length === 0 || filters.includes(part);

const nx = (target: string, ...more: string[]): [string, string[]] => [
  process.execPath,
  ['node_modules/.bin/nx', 'run-many', '-t', target, '--outputStyle=static', ...more],
];

async function checks(): Promise<Count> {
  if (filters.length > 0) return none;
  const counts = [
    await step('format', () =>
      command('format', process.execPath, ['node_modules/prettier/bin/prettier.cjs', '--check', '.']),
    ),
    await step('types', () => command('types', ...nx('typecheck'))),
    await step('types of the tools', () =>
      command('types of the tools', process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tools']),
    ),
    await step('lint', () => command('lint', ...nx('lint'))),
    await step('lint of the tools', () =>
      command('lint of the tools', process.execPath, ['node_modules/eslint/bin/eslint.js', 'tools']),
    ),
  ];
  return add(...counts);
}

/** Tests that wait for the service would hang; the guard process ends what was started. */
function endRun(sentence: string): void {
  process.stdout.write(`\nfailed: ${sentence}\n0 passed, 1 failed\n`);
  process.exit(1);
}

/** Real backing services for the packages' tests, started once for all of them. */
async function packages(): Promise<Count> {
  const projects = testedProjects(filters);
  if (projects.length === 0) return none;
  const { startTestServices } = await import('@caredrop/testing/backing');
  const services = await startTestServices(['postgres', 'rabbitmq', 's3'], endRun);
  try {
    return await packageTests(projects, services.env);
  } finally {
    await services.stop();
  }
}

async function everything(): Promise<Count> {
  const build = await step('build', () => command('build', ...nx('build')));
  const before = await checks();
  const built = build.failed === 0;
  const counts = [build, before];
  if (wants('tools')) counts.push(await step('tests of the tools', () => folderTests('tools', 'tools')));
  counts.push(await step('tests of the packages', packages));
  const [system, browser] = [wants('system'), wants('browser')];
  if (system || browser)
    counts.push(built ? await step('whole system', () => wholeSystem({ system, browser })) : notRun());
  if (wants('chaos')) counts.push(built ? await step('faults', chaosRounds) : notRun());
  return add(...counts);
}

const started = Date.now();
rmSync(results, { recursive: true, force: true });
mkdirSync(path.join(results, 'jest'), { recursive: true });
const { passed, failed, failures } = await everything();
for (const name of failures) process.stdout.write(`failed: ${name}\n`);
process.stdout.write(`\nTook ${String(Math.round((Date.now() - started) / 1000))} s\n`);
process.stdout.write(`${String(passed)} passed, ${String(failed)} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
