import { command, said, type Command, type Env } from '../command/command.js';
import { plainSentence } from '../command/plain-sentence.js';
import { describeFindings, wrong, type Finding } from './finding.js';

/** One thing to look at; what it throws is told as wrong. */
export interface Check {
  about: string;
  /** The page that helps when it breaks in a way that it did not foresee. */
  page: string;
  look: () => Promise<Finding[]> | Finding[];
}

/** Looks at everything at once: a dependency that is away does not hold up the others. */
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

/** `doctor`: `examine` answers what was found, also when settings are missing. 1 when something is wrong. */
export const doctorCommand = (examine: (env: Env | undefined) => Promise<Finding[]>): Command =>
  command({
    about: `Checks the configuration and every dependency and says what is wrong and what to do. Changes nothing, but for
      a probe object that it writes and removes where there is a store. Ends with 1 when something is wrong.`,
    run: async ({ env }) => {
      const findings = await examine(env);
      return said(describeFindings(findings), findings.some(({ state }) => state === 'wrong') ? 1 : 0);
    },
  });
