import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { failure, type Count } from './steps.ts';

interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  numRuntimeErrorTestSuites: number;
  numTotalTests: number;
  success: boolean;
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[];
}

/**
 * Counts the results of a Jest run. A missing or empty file, a test file that could not run and a
 * contradictory exit code count as failures: nothing passes by not having run.
 */
export function countJest(name: string, file: string, exitCode: number): Count {
  if (!existsSync(file)) return failure(`${name}: no results`);
  const found = JSON.parse(readFileSync(file, 'utf8')) as JestResults;
  const failures = found.testResults.flatMap((suite) => failuresOf(name, suite));
  if (found.numTotalTests === 0) failures.push(`${name}: no tests`);
  if (failures.length === 0 && (exitCode !== 0 || !found.success))
    failures.push(`${name}: ended with ${String(exitCode)}`);
  return { passed: found.numPassedTests, failed: failures.length, failures };
}

function failuresOf(project: string, suite: JestResults['testResults'][number]): string[] {
  const failed = suite.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => `${project}: ${fullName}`);
  const couldNotRun = failed.length === 0 && suite.message !== '' && suite.assertionResults.length === 0;
  return couldNotRun ? [`${project}: ${path.basename(suite.name)} could not be run`] : failed;
}
