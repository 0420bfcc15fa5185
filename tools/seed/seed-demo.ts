import { createAccounts, demoAccounts } from './accounts.ts';
import type { Account, Stack } from '../stack/start-stack.ts';

export async function seedDemo(stack: Stack, say: (line: string) => void): Promise<Account[]> {
  say('Making the demo data …');
  await createAccounts(stack);
  return demoAccounts(stack);
}
