import { link, mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder, writeDurably } from '../storage/durable-files.js';
import { ObjectMissing, type ListedObject, type ObjectStore } from '../storage/object-store.js';
import { isStorageFolder, isStorageKey, STORAGE_ROOT } from '../storage/storage-key.js';
import {
  hashOf,
  manifestFile,
  objectFile,
  readManifest,
  type EndLine,
  type ObjectLine,
} from './object-manifest.js';

const AT_ONCE = 8;

/**
 * Copies every object into a folder, still encrypted. Objects never change, so objects that a `previous` backup
 * contains undamaged are taken from there instead of fetched. Objects are on disk before the manifest gets its final
 * name.
 * May run while the service does; an object that is deleted before it is fetched is left out. Run it after the
 * databases' backup, so that an object is missing only if its document was deleted or rejected since.
 */
export async function backupObjects(store: ObjectStore, folder: string, previous?: string): Promise<EndLine> {
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  const takenAt = new Date().toISOString();
  const known = await hashesOf(previous);
  const unfinished = `${manifestFile(folder)}.new`;
  const manifest = await open(unfinished, 'w', 0o600);
  const sum = { objects: 0, bytes: 0 };
  try {
    for await (const line of copyFolders({ store, folder, previous, known })) {
      await writeLine(manifest, line);
      sum.objects += 1;
      sum.bytes += line.bytes;
    }
    if (sum.objects > 0) await syncUpTo(folder, objectFile(folder, STORAGE_ROOT));
    await writeLine(manifest, { ...sum, takenAt });
    await manifest.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await manifest.close();
  }
  await rename(unfinished, manifestFile(folder));
  await syncUpTo(created === undefined ? folder : path.dirname(created), folder);
  return { ...sum, takenAt };
}

interface Copying {
  store: ObjectStore;
  folder: string;
  previous: string | undefined;
  known: Map<string, ObjectLine>;
}

async function* copyFolders(copying: Copying): AsyncIterable<ObjectLine> {
  for await (const prefix of copying.store.folders(STORAGE_ROOT))
    if (isStorageFolder(prefix)) yield* copyFolder(copying, prefix);
}

async function* copyFolder(copying: Copying, prefix: string): AsyncIterable<ObjectLine> {
  const objects: ListedObject[] = [];
  for await (const object of copying.store.list(prefix)) if (isStorageKey(object.key)) objects.push(object);
  if (objects.length > 0) await mkdir(objectFile(copying.folder, prefix), { recursive: true, mode: 0o700 });
  for (let at = 0; at < objects.length; at += AT_ONCE) {
    const lines = await Promise.all(
      objects.slice(at, at + AT_ONCE).map((object) => copyOne(copying, object)),
    );
    for (const line of lines) if (line) yield line;
  }
  if (objects.length > 0) await syncFolder(objectFile(copying.folder, prefix));
}

async function copyOne(
  copying: Copying,
  { key, bytes: size }: ListedObject,
): Promise<ObjectLine | undefined> {
  const before = copying.known.get(key);
  if (before?.bytes === size && (await reused(copying, before))) return before;
  try {
    const object = await copying.store.get(key, size);
    const file = objectFile(copying.folder, key);
    await rm(file, { force: true }); // An earlier backup may share this file.
    await writeDurably(file, object, undefined);
    return { key, bytes: object.length, sha256: hashOf(object) };
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined; // Deleted after it was listed.
    throw error;
  }
}

/**
 * Takes an object from the previous backup: hard-links its file where the file system can, otherwise copies it. Returns
 * false when that file is missing or damaged, because a link would pass the damage on to every later backup.
 */
async function reused({ previous = '', folder }: Copying, line: ObjectLine): Promise<boolean> {
  const object = await readObject(previous, line);
  if (!object) return false;
  const [from, to] = [objectFile(previous, line.key), objectFile(folder, line.key)];
  if (path.resolve(from) === path.resolve(to)) return true;
  await rm(to, { force: true });
  await link(from, to).catch(() => writeDurably(to, object, undefined));
  return true;
}

/** Makes the names in a folder and in those above it durable, up to `top`. */
async function syncUpTo(top: string, folder: string): Promise<void> {
  const at = path.resolve(folder);
  await syncFolder(at);
  if (at !== path.resolve(top)) await syncUpTo(top, path.dirname(at));
}

async function hashesOf(previous: string | undefined): Promise<Map<string, ObjectLine>> {
  const known = new Map<string, ObjectLine>();
  if (previous !== undefined) for await (const line of readManifest(previous)) known.set(line.key, line);
  return known;
}

async function writeLine(manifest: FileHandle, line: object): Promise<void> {
  await manifest.write(`${JSON.stringify(line)}\n`);
}

/**
 * Reads and verifies an object of a backup. Returns null when it is missing or differs from what was written.
 */
export async function readObject(folder: string, { key, sha256 }: ObjectLine): Promise<Buffer | null> {
  const object = await readFile(objectFile(folder, key)).catch(() => null);
  return object && hashOf(object) === sha256 ? object : null;
}
