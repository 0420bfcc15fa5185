import { existsSync, readFileSync, rmSync } from 'node:fs';
import { replaceFile } from '@caredrop/service-kit/replace-file';
import type { PartName } from '../data/parts.ts';
import type { Home } from './paths.ts';

/** The parts that a restore was about to replace and has not restored since. */
export const unrestoredParts = (home: Home): PartName[] =>
  existsSync(home.unrestored) ? (JSON.parse(readFileSync(home.unrestored, 'utf8')) as PartName[]) : [];

/** Called before the first change. Parts that an earlier restore left stay in the list. */
export function beginRestore(home: Home, parts: PartName[]): void {
  save(home, [...new Set([...unrestoredParts(home), ...parts])]);
}

export function partRestored(home: Home, part: PartName): void {
  const left = unrestoredParts(home).filter((one) => one !== part);
  if (left.length > 0) save(home, left);
  else rmSync(home.unrestored);
}

/** Throws if a restore stopped half-way: what patients would send now, its repetition would delete. */
export function assertRestored(home: Home): void {
  const parts = unrestoredParts(home);
  if (parts.length === 0) return;
  const [verb, them] = parts.length > 1 ? ['were', 'them'] : ['was', 'it'];
  throw new Error(
    `The restore into ${home.folder} is not complete: ${parts.join(', ')} ${verb} not restored. Repeat ${them}: npm run restore -- --from <folder> --replace`,
  );
}

const save = (home: Home, parts: PartName[]): void => {
  replaceFile(home.unrestored, JSON.stringify(parts));
};
