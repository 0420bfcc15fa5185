import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Home } from './paths.ts';
import { replaceFile } from './replace-file.ts';
import type { KeyRing, Secrets } from './secrets.ts';

/**
 * Key rings that the services read from files, so that they can change while everything runs
 * (docs/key-rotation.md).
 */
export const ringFields = {
  KEK_KEYS: 'kekKeys',
  FILE_URL_KEYS: 'fileUrlKeys',
  LINK_KEYS: 'linkKeys',
  SECOND_FACTOR_KEYS: 'secondFactorKeys',
} as const satisfies Record<string, keyof Secrets>;
export type RingName = keyof typeof ringFields;
export const ringNames = Object.keys(ringFields) as RingName[];

export const keyFile = (home: Home, ring: RingName): string => path.join(home.folder, 'keys', `${ring}.json`);

/** The secrets with the rings from their files; a missing file is created from the secrets. */
export function withKeyFiles(home: Home, secrets: Secrets): Secrets {
  const rings = Object.fromEntries(
    ringNames.map((ring) => [ringFields[ring], readOrMake(keyFile(home, ring), secrets[ringFields[ring]])]),
  );
  return { ...secrets, ...rings };
}

/** Settings with the paths of the files. */
export const ringSettings = (home: Home): Record<RingName, string> =>
  Object.fromEntries(ringNames.map((ring) => [ring, `file:${keyFile(home, ring)}`])) as Record<
    RingName,
    string
  >;

export function writeRing(file: string, ring: KeyRing): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  replaceFile(file, `${JSON.stringify(ring)}\n`);
}

function readOrMake(file: string, ring: KeyRing): KeyRing {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as KeyRing;
  writeRing(file, ring);
  return ring;
}
