import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { databaseOwners, type DatabaseOwner } from '../stack/service-names.ts';

/** What a backup consists of; each part is of its own moment, and `npm run reconcile` evens that out. */
export type PartName = DatabaseOwner | 'objects';
/** Objects last: what the databases name is then among them, unless it was deleted meanwhile. */
export const partNames: readonly PartName[] = [...databaseOwners, 'objects'];

export const partFolder = (backup: string, part: PartName): string =>
  part === 'objects' ? path.join(backup, 'objects') : path.join(backup, 'databases', part);

/** Parts named on the command line, in our order; all of them when none is. Throws for one that there is not. */
export function partsNamed(text: string | undefined): PartName[] {
  const wanted = text?.split(',') ?? [...partNames];
  const unknown = wanted.filter((name) => !partNames.some((part) => part === name));
  if (unknown.length > 0)
    throw new Error(`There is no part ${unknown.join()}; there are ${partNames.join(', ')}`);
  return partNames.filter((part) => wanted.includes(part));
}

/** The moment whose state a part holds; undefined when it is not there, or did not end. */
export function takenAt(backup: string, part: PartName): Date | undefined {
  const folder = partFolder(backup, part);
  const file = path.join(folder, part === 'objects' ? 'objects.jsonl' : 'database.json');
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').trim();
  const content = part === 'objects' ? (text.split('\n').at(-1) ?? '') : text;
  const { takenAt: at } = JSON.parse(content) as { takenAt?: string };
  return at === undefined ? undefined : new Date(at);
}

export const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;
