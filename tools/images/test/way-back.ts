import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { aPdf } from '@caredrop/testing';
import { Api } from '../../seed/api.ts';
import { root } from '../../stack/paths.ts';
import type { Account } from '../../stack/start-stack.ts';
import type { Count } from '../../test/steps.ts';
import { check, checks, expect } from './checks.ts';
import type { Composition } from './composition.ts';
import type { Installation } from './installation.ts';

/** Backs up with the scripts in deploy/, destroys every volume, restores, and checks that a document is back. */
export async function wayBack(installation: Installation, clinician: Account): Promise<Count> {
  const { composition, home } = installation;
  const backups = path.join(home.folder, 'backups');
  mkdirSync(backups);
  const sent = aPdf({ text: 'comes back' });
  return checks(
    () =>
      check('deploy/doctor.sh checks the six services and the signer', async () => {
        const said = await script(composition, 'doctor');
        expect(said.match(/^ok +Configuration/gm)?.length === 7, said);
        return undefined;
      }),
    () =>
      check('deploy/backup.sh run twice makes two dated folders', async () => {
        await send(installation.url, clinician, sent);
        await script(composition, 'backup', backups);
        await script(composition, 'backup', backups);
        expect(readdirSync(backups).length === 2, `found ${readdirSync(backups).join(', ')}`);
        return undefined;
      }),
    () =>
      check('deploy/restore.sh restores everything after the loss of every volume', async () => {
        await composition.run('down', '--volumes', '--timeout', '30');
        const [, newest = ''] = readdirSync(backups).sort();
        const said = await script(composition, 'restore', backups, newest);
        composition.forgetAddresses();
        const back = await received(installation.url, clinician);
        expect(back.includes(sent.subarray(0, 100)), 'the document differs');
        return /read and verified +\d+/.exec(said)?.[0];
      }),
  );
}

const REFERENCE = 'WAY-BACK';

async function send(url: string, { email, password }: Account, file: Buffer): Promise<void> {
  const api = await new Api(url).signIn(email, password);
  const { token } = await api.post<{ token: { token: string } }>('/tokens', { patientRefId: REFERENCE });
  const type = 'application/pdf';
  await api.upload(token.token, new Blob([new Uint8Array(file)], { type }), 'letter.pdf');
}

/** The bytes of the document that {@link send} sent, as the clinician receives them. */
async function received(url: string, { email, password }: Account): Promise<Buffer> {
  const api = await new Api(url).signIn(email, password);
  const { uploads } = await api.get<{ uploads: { patient_ref_id: string; file_url: string }[] }>(
    '/documents',
  );
  const found = uploads.find((one) => one.patient_ref_id === REFERENCE);
  if (!found) throw new Error('the document is not listed');
  const response = await fetch(new URL(found.file_url, url));
  expect(response.ok, `the document cannot be read: ${String(response.status)}`);
  return Buffer.from(await response.arrayBuffer());
}

async function script(composition: Composition, name: string, ...args: string[]): Promise<string> {
  const options = { cwd: root, env: { ...process.env, ...composition.environment } };
  try {
    return (await promisify(execFile)(`deploy/${name}.sh`, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}`.slice(-3_000), { cause: error });
  }
}
