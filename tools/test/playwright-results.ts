import { existsSync, readFileSync } from 'node:fs';
import { failure, type Count } from './steps.ts';

interface Suite {
  title: string;
  suites?: Suite[];
  specs?: {
    title: string;
    tests: { projectName: string; status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[];
  }[];
}

interface PlaywrightResults {
  errors: { message: string }[];
  suites: Suite[];
}

/**
 * Counts the results of a Playwright run, as strictly as `countJest`. CI gives a journey a second attempt,
 * since its machine may stall for seconds; a journey that needed it counts as passed and is listed.
 */
export function countPlaywright(file: string, exitCode: number): Count {
  if (!existsSync(file)) return failure('browser: no results');
  const found = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightResults;
  const tests = found.suites.flatMap(testsOf);
  const passed = tests.filter(({ status }) => status === 'expected' || status === 'flaky').length;
  for (const { name, status } of tests)
    if (status === 'flaky') process.stdout.write(`passed on the second attempt: ${name}\n`);
  const failures = tests
    .filter(({ status }) => status === 'unexpected')
    .map(({ name }) => `browser: ${name}`);
  failures.push(...found.errors.map(({ message }) => `browser: ${message.split('\n')[0] ?? ''}`));
  if (tests.length === 0) failures.push('browser: no tests');
  if (failures.length === 0 && exitCode !== 0) failures.push(`browser: ended with ${String(exitCode)}`);
  return { passed, failed: failures.length, failures };
}

function testsOf(suite: Suite): { name: string; status: string }[] {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({ name: `${spec.title} (${test.projectName})`, status: test.status })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}
