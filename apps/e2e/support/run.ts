import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Contents of the file that a running stack writes when it is ready. */
export interface Run {
  url: string;
  mailUrl: string;
  smsUrl: string;
  accounts: { role: 'user' | 'admin'; email: string; password: string }[];
  pids: Record<string, number>;
  ports: Record<string, number>;
  /** Address from which the stack sees this machine's requests, if not loopback (containers). */
  from?: string;
}

/** The homes listed in CAREDROP_HOME: one, or one for each of Playwright's workers. */
export const stackHomes = (): string[] =>
  (process.env.CAREDROP_HOME ?? '').split(path.delimiter).filter((home) => home !== '');

/**
 * The folder of the stack under test. Browser journeys that run in parallel each have their own stack, so
 * that a test can rely on the content of a list and on a user's session, whatever other workers do.
 */
export function stackHome(): string {
  const home = stackHomes()[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (!home)
    throw new Error('CAREDROP_HOME does not name a running stack: start these tests with `npm test`');
  return home;
}

/** Reads what the stack under test wrote when it was ready. */
export const readRun = (): Run => JSON.parse(readFileSync(path.join(stackHome(), 'run.json'), 'utf8')) as Run;

export function account(run: Run, role: 'user' | 'admin', nth = 0) {
  const found = run.accounts.filter((one) => one.role === role)[nth];
  if (!found) throw new Error(`the stack has no account ${nth} with role ${role}`);
  return found;
}
