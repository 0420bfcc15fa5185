import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../stack/paths.ts';
import type { ServiceName } from '../../stack/service-names.ts';
import type { Account } from '../../stack/start-stack.ts';
import type { Count } from '../../test/steps.ts';
import { check, checks } from './checks.ts';
import type { Composition } from './composition.ts';
import type { Installation } from './installation.ts';
import { slow, SteadyUploads } from './uploads.ts';

/** Rolls services one after another while patients keep sending documents. */
export function rollWhileUploading(installation: Installation, clinician: Account): Promise<Count> {
  const roll = (service: ServiceName) => () =>
    check(`${service}: no upload fails or is lost during a rolling update`, async () => {
      const uploads = await SteadyUploads.start(installation.url, clinician, `ROLL-${service}`, slow);
      try {
        await uploads.reached(12);
        await rollService(installation.composition, service);
        await uploads.reached(uploads.count + 12);
      } finally {
        installation.composition.forgetAddresses();
        await uploads.end();
      }
      return uploads.verdict();
    });
  return checks(roll('document'), roll('token'), roll('auth'));
}

/** Rolls a service with the script that operators use. */
export async function rollService(composition: Composition, service: ServiceName): Promise<void> {
  const env = { ...process.env, ...composition.environment };
  await promisify(execFile)(path.join(root, 'deploy/roll.sh'), [service], { cwd: root, env });
}
