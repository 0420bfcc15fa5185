import type { ObjectStore } from '../storage/object-store.js';
import { isStorageKey, STORAGE_ROOT } from '../storage/storage-key.js';
import { readObject } from './backup-objects.js';
import { readManifest, type ObjectLine } from './object-manifest.js';

const AT_ONCE = 8;

export interface RestoredObjects {
  objects: number;
  bytes: number;
  /**
   * Keys of objects that are missing or damaged in the backup: `reconcile` will mark their documents as lost,
   * unless the store has the objects already.
   */
  damaged: string[];
}

/**
 * Thrown when the store already contains Caredrop objects and the operator has not allowed adding the backup's.
 */
class StoreNotEmpty extends Error {
  constructor() {
    super('The object store is not empty: nothing was changed. Use --replace to add the backup to it');
    this.name = 'StoreNotEmpty';
  }
}

export type CheckedObjects = Pick<RestoredObjects, 'objects' | 'damaged'>;

/**
 * Reads every object of a backup and changes nothing. Throws when the store is not empty, unless `replace` is given, or
 * when the manifest is incomplete.
 */
export async function checkObjects(
  store: ObjectStore,
  folder: string,
  replace: boolean,
): Promise<CheckedObjects> {
  await rejectFilled(store, replace);
  const checked: CheckedObjects = { objects: 0, damaged: [] };
  await forEachObject(folder, async (line) => {
    checked.objects += 1;
    if (!(await readObject(folder, line))) checked.damaged.push(line.key);
  });
  return checked;
}

/**
 * Puts a backup's objects into the store. A missing or damaged object is skipped and reported. Other objects
 * in the store stay: `reconcile` finds those that are not referenced. May be repeated with `replace`.
 */
export async function restoreObjects(
  store: ObjectStore,
  folder: string,
  replace: boolean,
): Promise<RestoredObjects> {
  await rejectFilled(store, replace);
  // A restore that stores some objects and then fails can be repeated only with `replace`, so read the manifest first.
  for await (const _line of readManifest(folder));
  const restored: RestoredObjects = { objects: 0, bytes: 0, damaged: [] };
  await forEachObject(folder, (line) => putOne(store, folder, line, restored));
  return restored;
}

/**
 * Puts one object of a backup into the store. Throws, with nothing changed, if it is missing or damaged in the backup, or
 * if the store contains it and `replace` is not given.
 */
export async function restoreObject(
  store: ObjectStore,
  folder: string,
  key: string,
  replace: boolean,
): Promise<void> {
  const object = await findObject(folder, key);
  if (!object) throw new Error(`${key} is missing or damaged in the backup: nothing was changed`);
  if (!replace && (await store.exists(key)))
    throw new Error(
      `The store contains ${key}: nothing was changed. Copy it if it may be evidence, then use --replace`,
    );
  await store.put(key, object);
}

async function findObject(folder: string, key: string): Promise<Buffer | null> {
  for await (const line of readManifest(folder)) if (line.key === key) return readObject(folder, line);
  return null;
}

async function forEachObject(folder: string, work: (line: ObjectLine) => Promise<void>): Promise<void> {
  let batch: ObjectLine[] = [];
  const flush = async (): Promise<void> => {
    await Promise.all(batch.map(work));
    batch = [];
  };
  for await (const line of readManifest(folder)) {
    batch.push(line);
    if (batch.length === AT_ONCE) await flush();
  }
  await flush();
}

async function putOne(store: ObjectStore, folder: string, line: ObjectLine, restored: RestoredObjects) {
  const object = await readObject(folder, line);
  if (!object) {
    restored.damaged.push(line.key);
    return;
  }
  await store.put(line.key, object);
  restored.objects += 1;
  restored.bytes += line.bytes;
}

async function rejectFilled(store: ObjectStore, replace: boolean): Promise<void> {
  if (!replace && (await holdsObjects(store))) throw new StoreNotEmpty();
}

async function holdsObjects(store: ObjectStore): Promise<boolean> {
  if (await store.isNew()) return false;
  for await (const { key } of store.list(STORAGE_ROOT)) if (isStorageKey(key)) return true;
  return false;
}
