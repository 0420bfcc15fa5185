import { command, said, type Command, type Env } from '../command/command.js';
import { plainSentence } from '../command/plain-sentence.js';
import { describeResults, fail, type CheckResult } from './check-result.js';

/** One check; an error it throws is reported as a failed check. */
export interface Check {
  component: string;
  /** The page that helps with unexpected errors. */
  page: string;
  run: () => Promise<CheckResult[]> | CheckResult[];
}

/** Runs all checks in parallel: an unavailable dependency does not delay the others. */
export async function diagnose(checks: Check[]): Promise<CheckResult[]> {
  const found = await Promise.all(
    checks.map(async ({ component, page, run }) => {
      try {
        return await run();
      } catch (error) {
        return [fail(component, plainSentence(error), page)];
      }
    }),
  );
  return found.flat();
}

/**
 * `doctor`: `runDiagnostics` returns the results, even when settings are missing. Exit code 1 when a check
 * failed.
 */
export const doctorCommand = (runDiagnostics: (env: Env | undefined) => Promise<CheckResult[]>): Command =>
  command({
    about: `Checks the configuration and every dependency, and reports problems and remedies. Changes nothing, except for
      a probe object that it writes to the object store and removes. Exits with 1 if a check fails.`,
    run: async ({ env }) => {
      const results = await runDiagnostics(env);
      return said(describeResults(results), results.some(({ state }) => state === 'failed') ? 1 : 0);
    },
  });
