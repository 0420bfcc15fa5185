import type { Count } from '../../test/steps.ts';
import { serviceNames } from '../../stack/service-names.ts';
import { Api } from '../../seed/api.ts';
import { check, checks, expect } from './checks.ts';
import { docker } from './docker.ts';
import type { Installation } from './installation.ts';

const person = { email: 'first.admin@clinic.example', password: 'the-first-hour-2026' };

/** The first steps of an operator in docs/deploy.md, and the confinement of the containers. */
export function firstHour({ composition, url }: Installation): Promise<Count> {
  return checks(
    () =>
      check('one command creates the first administrator, who can sign in', async () => {
        const names = ['--first', 'Ada', '--last', 'First', '--role', 'admin', '--password', person.password];
        const command = ['node', 'dist/cli.js', 'create-user', '--email', person.email, ...names];
        await composition.run('exec', '-T', 'auth', ...command);
        await new Api(url).signIn(person.email, person.password);
        return undefined;
      }),
    () =>
      check('every service runs with a read-only root, no capabilities and no new privileges', async () => {
        for (const service of serviceNames) await isConfined(await composition.containers(service), service);
        return undefined;
      }),
  );
}

async function isConfined([container = '']: string[], service: string): Promise<void> {
  const format = '{{json .HostConfig}}';
  const { ReadonlyRootfs, CapDrop, SecurityOpt } = JSON.parse(
    await docker(['inspect', '--format', format, container]),
  ) as { ReadonlyRootfs: boolean; CapDrop: string[]; SecurityOpt: string[] };
  expect(ReadonlyRootfs, `${service} can write its root`);
  expect(CapDrop.includes('ALL'), `${service} has capabilities`);
  expect(SecurityOpt.includes('no-new-privileges:true'), `${service} may gain privileges`);
}
