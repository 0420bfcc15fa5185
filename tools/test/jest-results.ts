import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { failure, type Count } from './steps.ts';

/** Written by result-file.mjs. */
interface ResultFile {
  passed: number;
  total: number;
  interrupted: boolean;
  files: { name: string; seconds: number; couldNotRun: boolean; failed: string[] }[];
}

/** File in which the Jest run of a folder (`apps/token`) leaves its results. */
export const resultFile = (root: string, folder: string): string =>
  path.join(root, 'test-results/jest', `${folder}.json`);

/**
 * Counts the results of a Jest run. A missing file, a run without tests, a test file that could not run and a
 * contradictory exit code count as failures, so that a run that did not happen cannot pass.
 */
export function countJest(name: string, file: string, exitCode: number): Count {
  if (!existsSync(file)) return failure(`${name}: no results`);
  const found = JSON.parse(readFileSync(file, 'utf8')) as ResultFile;
  const failures = found.files.flatMap(({ name: specFile, failed, couldNotRun }) =>
    couldNotRun && failed.length === 0
      ? [`${name}: ${path.basename(specFile)} could not be run`]
      : failed.map((title) => `${name}: ${title}`),
  );
  if (found.total === 0) failures.push(`${name}: no tests`);
  if (failures.length === 0 && found.interrupted) failures.push(`${name}: was interrupted`);
  if (failures.length === 0 && exitCode !== 0) failures.push(`${name}: ended with ${String(exitCode)}`);
  return { passed: found.passed, failed: failures.length, failures };
}
