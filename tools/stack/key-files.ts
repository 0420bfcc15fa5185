import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { replaceFile } from '@caredrop/service-kit/replace-file';
import type { Home } from './paths.ts';
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

/** The secrets with the rings from their files, which are created in a home without data. */
export function withKeyFiles(home: Home, secrets: Secrets): Secrets {
  const rings = Object.fromEntries(
    ringNames.map((ring) => [ringFields[ring], readOrMake(home, ring, secrets[ringFields[ring]])]),
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

/** Throws, without quoting its content, if the file is missing or is not a key ring. */
export function readRing(home: Home, ring: RingName): KeyRing {
  const file = keyFile(home, ring);
  const problem = existsSync(file) ? 'is not a key ring' : 'is missing';
  const found = existsSync(file) ? parsed(readFileSync(file, 'utf8')) : undefined;
  if (found?.keys?.[found.current ?? ''] !== undefined) return found as KeyRing;
  throw new Error(
    `${file} ${problem}, and without its keys data cannot be read. Restore it from an export of this home: npm run keys -- import --ring ${ring} --from <file>`,
  );
}

function parsed(text: string): Partial<KeyRing> | undefined {
  try {
    return JSON.parse(text) as Partial<KeyRing>;
  } catch {
    return undefined;
  }
}

/** A rotation changes only the file, so a missing one must not be replaced by the ring in secrets.json. */
function readOrMake(home: Home, ring: RingName, made: KeyRing): KeyRing {
  const file = keyFile(home, ring);
  if (existsSync(file) || existsSync(home.postgres)) return readRing(home, ring);
  writeRing(file, made);
  return made;
}
