import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { ProcessName } from '../../stack/service-names.ts';
import { processNames } from '../../stack/service-names.ts';
import type { Count } from '../../test/steps.ts';
import { check, checks, expect } from './checks.ts';
import type { Composition } from './composition.ts';
import type { Installation } from './installation.ts';

/** Commands that an operator runs in live containers (docs/operator-commands.md), and their expected output. */
const commands: readonly (readonly [ProcessName, string, RegExp])[] = [
  ...processNames.map((service) => [service, 'doctor', /^ok +Configuration/m] as const),
  ['auth', 'reset-password-link --email first.admin@clinic.example', /reset-password\?token=/],
  ['auth', 'purge --dry-run', /would remove/],
  ['token', 'keys status', /LINK_KEYS .*current/],
  ['token', 'events dead', /token: \d+ dead-lettered/],
  ['token', 'events replay', /token: \d+ replayed/],
  ['token', 'reconcile --dry-run', /links/],
  ['token', 'migrate', /nothing to apply/],
  ['document', 'keys status', /KEK_KEYS .*current/],
  ['document', 'keys add', /k2/],
  ['document', 'purge --dry-run', /would remove/],
  ['document', 'reconcile --dry-run --verify', /read and verified/],
  ['notification', 'events dead', /notification: \d+ dead-lettered/],
  ['audit-signer', 'verify', /Proved up to entry \d+/],
];

/** Runs the operators' commands in the live composition, and backs up and restores one database. */
export function operatorsCommands({ composition, home }: Installation): Promise<Count> {
  return checks(
    ...commands.map(
      ([service, typed, wanted]) =>
        () =>
          check(`${service}: the command "${typed}" prints the expected output`, () =>
            responds(composition, service, typed, wanted),
          ),
    ),
    () =>
      check('token: a backup is restored and migrated', () =>
        thereAndBack(composition, path.join(home.folder, 'copies')),
      ),
  );
}

async function responds(
  composition: Composition,
  service: ProcessName,
  typed: string,
  wanted: RegExp,
): Promise<undefined> {
  const said = await composition.run('exec', '-T', service, 'node', 'dist/cli.js', ...typed.split(' '));
  expect(wanted.test(said), `its output was: ${said.slice(0, 500)}`);
  return undefined;
}

/** Follows docs/backup.md: backs up to a folder on this machine, and restores while the service is stopped. */
async function thereAndBack(composition: Composition, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const token = (...words: string[]): Promise<string> =>
    composition.run(
      ...['run', '--rm', '-T', '--no-deps', '--user', '0', '--volume', `${folder}:/copies`],
      ...['token', 'dist/cli.js', ...words],
    );
  const [kept] = /\d+ rows/.exec(await token('backup', '--to', '/copies/token')) ?? [];
  await composition.run('stop', 'token');
  const back = await token('restore', '--from', '/copies/token', '--replace');
  await token('migrate');
  await composition.up('--no-deps', '--no-recreate', 'token');
  composition.forgetAddresses();
  expect(
    kept !== undefined && back.includes(kept),
    `backed up ${kept ?? 'nothing'}, and the restore printed: ${back}`,
  );
  return kept ?? '';
}
