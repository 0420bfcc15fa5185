import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What a running stack writes when it is ready (design §7). */
export interface Run {
  url: string;
  mailUrl: string;
  smsUrl: string;
  accounts: { role: 'user' | 'admin'; email: string; password: string }[];
  pids: Record<string, number>;
  ports: Record<string, number>;
}

/** The stack under test: `npm test` starts it and names its home in CAREDROP_HOME. */
export function readRun(): Run {
  const home = process.env.CAREDROP_HOME;
  if (!home)
    throw new Error('CAREDROP_HOME does not name a running stack: start these tests with `npm test`');
  return JSON.parse(readFileSync(path.join(home, 'run.json'), 'utf8')) as Run;
}

export function account(run: Run, role: 'user' | 'admin', nth = 0) {
  const found = run.accounts.filter((one) => one.role === role)[nth];
  if (!found) throw new Error(`the stack has no account ${nth} with role ${role}`);
  return found;
}
