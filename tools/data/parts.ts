import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { databaseOwners, type DatabaseOwner } from '../stack/service-names.ts';

/** The parts of a backup. Each is from a different time; `npm run reconcile` makes them consistent. */
export type PartName = DatabaseOwner | 'objects';
/**
 * Objects come last, so that they include everything the databases reference, unless it was deleted in the
 * meantime.
 */
export const partNames: readonly PartName[] = [...databaseOwners, 'objects'];

export const partFolder = (backup: string, part: PartName): string =>
  part === 'objects' ? path.join(backup, 'objects') : path.join(backup, 'databases', part);

/** Parts named on the command line, in the fixed order; all of them by default. Throws for an unknown one. */
export function partsNamed(text: string | undefined): PartName[] {
  const wanted = text?.split(',') ?? [...partNames];
  const unknown = wanted.filter((name) => !partNames.some((part) => part === name));
  if (unknown.length > 0) throw new Error(`Unknown part ${unknown.join()}. Parts: ${partNames.join(', ')}`);
  return partNames.filter((part) => wanted.includes(part));
}

/** When a part's data was captured; undefined when the part is missing or incomplete. */
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
