import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * A Jest reporter that writes what `npm test` counts to `test-results/jest/<folder>.json`. Nx keeps the file with its
 * cached results, so an unchanged package is counted without a run.
 */
export default class ResultFile {
  constructor({ rootDir }) {
    this.file = path.join(root, 'test-results/jest', `${path.relative(root, rootDir)}.json`);
  }

  onRunStart() {
    rmSync(this.file, { force: true });
  }

  onRunComplete(_contexts, results) {
    mkdirSync(path.dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify(summaryOf(results)));
  }
}

function summaryOf({ numPassedTests, numTotalTests, testResults, wasInterrupted }) {
  return {
    passed: numPassedTests,
    total: numTotalTests,
    interrupted: Boolean(wasInterrupted),
    files: testResults.map((file) => ({
      name: path.relative(root, file.testFilePath),
      seconds: (file.perfStats.end - file.perfStats.start) / 1000,
      couldNotRun: Boolean(file.testExecError),
      failed: file.testResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    })),
  };
}
