import { processNames } from '../../stack/service-names.ts';
import type { Composition } from './composition.ts';
import { docker } from './docker.ts';

type Settings = Record<string, string>;

/**
 * The environment of each service for commands that run on this machine: host names inside the composition are
 * replaced by their forwarded ports.
 */
export async function environmentsOf(
  composition: Composition,
  doors: Record<string, number>,
): Promise<Record<string, Settings>> {
  const all = processNames.map(async (service) => {
    const [container = ''] = await composition.containers(service);
    const lines = JSON.parse(
      await docker(['inspect', '--format', '{{json .Config.Env}}', container]),
    ) as string[];
    const settings = lines.map((line) => [nameOf(line), throughDoors(valueOf(line), doors)] as const);
    return [service, Object.fromEntries(settings.filter(([name]) => name !== 'PATH'))] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

const nameOf = (line: string): string => line.slice(0, line.indexOf('='));
const valueOf = (line: string): string => line.slice(line.indexOf('=') + 1);

/** `…@postgres:5432/…` → `…@127.0.0.1:34567/…` */
function throughDoors(value: string, doors: Record<string, number>): string {
  return value.replace(/([@/])(\w+):\d+(?=\/|$)/, (whole, before: string, name: string) => {
    const door = doors[name];
    return door === undefined ? whole : `${before}127.0.0.1:${String(door)}`;
  });
}
