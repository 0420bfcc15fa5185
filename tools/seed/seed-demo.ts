import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Account, Stack } from '../stack/start-stack.ts';
import { createAccounts, demoAccounts } from './accounts.ts';
import { Api } from './api.ts';
import { backdate } from './backdate.ts';
import { makeLinks } from './links.ts';
import { makeTeam } from './team.ts';

/**
 * Fills an empty stack with the demo: staff, links in every state, documents, a team. Does so only once per
 * home, so that later changes are kept. Returns the demo's accounts.
 */
export async function seedDemo(stack: Stack, say: (line: string) => void): Promise<Account[]> {
  const done = path.join(stack.home.folder, 'demo-seeded');
  const accounts = demoAccounts(stack);
  if (existsSync(done)) return accounts;
  say('Creating the demo: staff, links and documents …');
  await createAccounts(stack);
  const [admin, ...clinicians] = await Promise.all(
    accounts.map(({ email, password }) => new Api(stack.url).signIn(email, password)),
  );
  if (admin && (await isEmpty(clinicians))) {
    const { made, bulkIds } = await makeLinks(admin, clinicians);
    await backdate(stack, made, bulkIds);
    await makeTeam(admin);
  } else {
    say(
      `An earlier start was interrupted while creating the demo. For a complete demo, remove ${stack.home.folder} and start again.`,
    );
  }
  writeFileSync(done, `${new Date().toISOString()}\n`);
  return accounts;
}

/** False if an earlier start was killed while creating the demo: an incomplete demo is kept, not duplicated. */
async function isEmpty(clinicians: Api[]): Promise<boolean> {
  const lists = await Promise.all(clinicians.map((api) => api.get<{ tokens: unknown[] }>('/tokens')));
  return lists.every(({ tokens }) => tokens.length === 0);
}
