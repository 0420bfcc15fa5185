import type { ServiceName } from '../../stack/service-names.ts';
import { folderTests } from '../../test/package-tests.ts';
import { add, type Count } from '../../test/steps.ts';
import { check, checks, expect } from './checks.ts';
import { addressOf } from './composition.ts';
import type { Installation } from './installation.ts';

const scaled = ['token', 'document'] as const satisfies ServiceName[];
/** The spec files to run again: fifty clients race for one link, events cause emails and live updates, sessions end. */
const again = 'single-use|main-path|session-ends';

/** Runs the tests of races and events with two replicas of token and document, and checks that both received calls. */
export async function testScaled(installation: Installation): Promise<Count> {
  const { composition, home } = installation;
  await composition.up(
    '--no-deps',
    '--no-recreate',
    ...scaled.flatMap((name) => ['--scale', `${name}=2`]),
    ...scaled,
  );
  const before = await served(installation);
  const tests = await folderTests('system-scaled', 'apps/e2e', { CAREDROP_HOME: home.folder }, [
    '--testPathPatterns',
    again,
  ]);
  const after = await served(installation);
  const both = (service: ServiceName) => () =>
    check(`${service}: both replicas received calls`, async () => {
      const parts = [...(after.get(service) ?? [])].map(
        ([id, count]) => count - (before.get(service)?.get(id) ?? 0),
      );
      expect(
        parts.length === 2 && parts.every((part) => part > 0),
        `they received ${parts.join(' and ')} calls`,
      );
      return `${parts.join(' and ')} calls`;
    });
  return add(tests, await checks(...scaled.map(both)));
}

/** Calls that each replica has received since it started, by container. */
async function served({ composition }: Installation): Promise<Map<ServiceName, Map<string, number>>> {
  const found = new Map<ServiceName, Map<string, number>>();
  for (const service of scaled) {
    const counts = new Map<string, number>();
    for (const id of await composition.containers(service)) counts.set(id, await callsOf(id));
    found.set(service, counts);
  }
  return found;
}

async function callsOf(container: string): Promise<number> {
  const response = await fetch(`http://${await addressOf(container)}:8080/metrics`);
  const lines = (await response.text()).split('\n');
  return lines
    .filter((line) => line.startsWith('http_request_duration_seconds_count{') && !line.includes('/health/'))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
