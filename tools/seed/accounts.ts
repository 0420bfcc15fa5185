import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { root } from '../stack/paths.ts';
import type { Account, Stack } from '../stack/start-stack.ts';

interface DemoPerson {
  first: string;
  last: string;
  role: Account['role'];
}

/** The demo's staff; none of them are real. */
const staff: DemoPerson[] = [
  { first: 'Dora', last: 'Lindqvist', role: 'admin' },
  { first: 'Ana', last: 'Silva', role: 'user' },
  { first: 'Ben', last: 'Okoro', role: 'user' },
  { first: 'Chloe', last: 'Martin', role: 'user' },
];

/** The demo's accounts with their passwords, which are different in every home. */
export function demoAccounts({ secrets }: Stack): Account[] {
  return staff.map(({ first, last, role }) => ({
    role,
    email: `${first}.${last}@clinic.example`.toLowerCase(),
    password: `${first.toLowerCase()}-${secrets.demo}`,
  }));
}

/** Creates missing accounts with the operator's command. */
export async function createAccounts(stack: Stack): Promise<void> {
  const present = await presentEmails(stack.databases.auth);
  const accounts = demoAccounts(stack);
  await Promise.all(
    accounts.map(async ({ email, role, password }, index) => {
      const person = staff[index];
      if (!person || present.has(email)) return;
      await createUser(stack, [
        '--email',
        email,
        '--role',
        role,
        '--password',
        password,
        '--first',
        person.first,
        '--last',
        person.last,
      ]);
    }),
  );
}

async function createUser({ databases, url }: Stack, args: string[]): Promise<void> {
  const cli = path.join(root, 'apps/auth/dist/cli.js');
  const env = { PATH: process.env.PATH, DATABASE_URL: databases.auth, PUBLIC_URL: url, MIGRATE: 'never' };
  await promisify(execFile)(process.execPath, [cli, 'create-user', ...args], { env });
}

async function presentEmails(databaseUrl: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ email: string }>('SELECT email FROM users');
    return new Set(rows.map(({ email }) => email));
  } finally {
    await client.end();
  }
}
