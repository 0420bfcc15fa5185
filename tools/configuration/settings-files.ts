import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../stack/paths.ts';
import type { ProcessName } from '../stack/service-names.ts';
import { settingsTable } from './document.ts';

export const settingsFile = (service: ProcessName): string =>
  path.join(root, 'deploy/settings', `${service}.env`);

/**
 * The content of deploy/settings/<service>.env: a line for every setting that is not a secret, with the
 * file's value or the default. Unused lines are dropped.
 */
export async function settingsFileOf(service: ProcessName): Promise<string> {
  const kept = valuesIn(settingsFile(service));
  const settings = (await settingsTable(service)).filter(({ secret }) => !secret);
  const lines = settings.map(({ name, fallback }) => `${name}=${kept.get(name) ?? fallback ?? ''}`);
  return [
    `# Settings of the ${service} service in containers: all that it reads, except secrets.`,
    '# Meanings: docs/configuration.md. `npm run configuration` adds new ones.',
    ...lines,
    '',
  ].join('\n');
}

function valuesIn(file: string): Map<string, string> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n');
  const found = lines.flatMap((line) => {
    const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value ?? ''] as const];
  });
  return new Map(found);
}
