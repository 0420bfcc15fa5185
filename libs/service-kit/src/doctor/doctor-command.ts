import { command, said, type Command, type Env } from '../command/command.js';
import { plainSentence } from '../command/plain-sentence.js';
import { describeFindings, wrong, type Finding } from './finding.js';

/** One check; an error it throws is reported as wrong. */
export interface Check {
  about: string;
  /** The page that helps with unexpected errors. */
  page: string;
  look: () => Promise<Finding[]> | Finding[];
}

/** Runs all checks in parallel: an unavailable dependency does not delay the others. */
export async function diagnose(checks: Check[]): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map(async ({ about, page, look }) => {
      try {
        return await look();
      } catch (error) {
        return [wrong(about, plainSentence(error), page)];
      }
    }),
  );
  return found.flat();
}

/**
 * `doctor`: `examine` returns the findings, also when settings are missing. Exit code 1 when something is
 * wrong.
 */
export const doctorCommand = (examine: (env: Env | undefined) => Promise<Finding[]>): Command =>
  command({
    about: `Checks the configuration and every dependency and says what is wrong and what to do. Changes nothing, but for
      a probe object that it writes and removes where there is a store. Ends with 1 when something is wrong.`,
    run: async ({ env }) => {
      const findings = await examine(env);
      return said(describeFindings(findings), findings.some(({ state }) => state === 'wrong') ? 1 : 0);
    },
  });
