import { randomUUID } from 'node:crypto';
import type { Dirent, Stats } from 'node:fs';
import { open, opendir, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { inSpan } from '@caredrop/service-kit';
import { codeOf, isThere, makeFolder, syncFolder, writeDurably } from './durable-files.js';
import { FileStoreRoot } from './file-store-root.js';
import {
  ObjectMissing,
  StorageFull,
  StorageUnavailable,
  type ListedObject,
  type ObjectRange,
  type ObjectStore,
} from './object-store.js';

const SEGMENT = /^[a-z0-9][a-z0-9-]*$/;
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Stores objects as files on a local disk (docs/adr/0039). A key is the file's path below the folder. An
 * object is written under a temporary name and renamed once it is on disk, so a half-written one is never
 * visible.
 */
export class FileObjectStore implements ObjectStore {
  private readonly root: FileStoreRoot;
  /** Folders whose names are known to have been synced to disk. */
  private readonly durable = new Set<string>();

  constructor(folder: string) {
    this.root = new FileStoreRoot(folder);
  }

  prepare(isFirstUse: () => Promise<boolean>): Promise<void> {
    return this.root.prepare(isFirstUse);
  }

  async isNew(): Promise<boolean> {
    await this.root.checkUsable();
    return this.attempt('list', () => this.root.isNew());
  }

  async put(key: string, object: Buffer): Promise<void> {
    const file = this.pathOf(key);
    await this.attempt('put', async () => {
      const temporary = path.join(this.root.incoming, randomUUID());
      try {
        await writeDurably(temporary, object, await this.root.owner());
        await this.ensureFolder(path.dirname(file));
        await rename(temporary, file);
      } catch (error) {
        this.durable.clear(); // a folder may have been removed
        await rm(temporary, { force: true }).catch(() => undefined);
        throw error;
      }
      await syncFolder(path.dirname(file));
    });
  }

  async get(key: string, part: number | ObjectRange): Promise<Buffer> {
    const file = this.pathOf(key);
    return this.attempt('get', () =>
      readPart(file, typeof part === 'number' ? { offset: 0, length: part } : part),
    );
  }

  async delete(key: string): Promise<void> {
    const file = this.pathOf(key);
    await this.attempt('delete', async () => {
      await this.assertMounted();
      await unlink(file).catch(ignoreMissing);
      await syncFolder(path.dirname(file)).catch(ignoreMissing);
    });
  }

  async exists(key: string): Promise<boolean> {
    const file = this.pathOf(key);
    return this.attempt('head', async () => {
      if (await isThere(file)) return true;
      await this.assertMounted();
      return false;
    });
  }

  /** Lists objects in the order of their keys. Reads one folder at a time. */
  async *list(prefix: string): AsyncIterable<ListedObject> {
    await this.assertReady();
    yield* this.walk(prefix.slice(0, prefix.lastIndexOf('/') + 1), prefix);
  }

  async *folders(parent: string): AsyncIterable<string> {
    await this.assertReady();
    for (const entry of await this.entriesOf(parent)) {
      const folder = path.join(this.folderOf(parent), entry.name);
      if (entry.isDirectory() && !(await this.attempt('list', () => isEmpty(folder))))
        yield `${parent}${entry.name}/`;
    }
  }

  assertReady(): Promise<void> {
    return this.attempt('list', () => this.assertMounted());
  }

  async removeLeftovers(minAgeMs: number): Promise<number> {
    return this.attempt('delete', async () => {
      let removed = 0;
      for (const name of await readdir(this.root.incoming)) {
        const file = path.join(this.root.incoming, name);
        const found = await statOf(file);
        if (!found || Date.now() - found.mtimeMs < minAgeMs) continue;
        await unlink(file).catch(ignoreMissing);
        removed += 1;
      }
      return removed;
    });
  }

  onApplicationShutdown(): void {
    // No file is kept open.
  }

  private async *walk(folder: string, prefix: string): AsyncIterable<ListedObject> {
    for (const entry of await this.entriesOf(folder)) {
      const key = `${folder}${entry.name}`;
      if (entry.isDirectory()) {
        if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)) yield* this.walk(`${key}/`, prefix);
      } else if (key.startsWith(prefix)) {
        const found = await this.attempt('list', () => statOf(this.pathOf(key)));
        // Undefined when it was deleted after it was listed.
        if (found) yield { key, bytes: found.size, storedAt: found.mtime };
      }
    }
  }

  /** Files and folders that can be part of a key, in the order of their keys. */
  private async entriesOf(folder: string): Promise<Dirent[]> {
    const place = this.folderOf(folder);
    const entries = await this.attempt('list', () =>
      readdir(place, { withFileTypes: true }).catch((error: unknown) => {
        ignoreMissing(error);
        return [];
      }),
    );
    const order = (entry: Dirent): string => (entry.isDirectory() ? `${entry.name}/` : entry.name);
    return entries
      .filter((entry) => SEGMENT.test(entry.name) && (entry.isDirectory() || entry.isFile()))
      .sort((one, other) => (order(one) < order(other) ? -1 : 1));
  }

  /** The first write to a folder in this process also makes the folder durable. */
  private async ensureFolder(folder: string): Promise<void> {
    if (folder === this.root.folder || this.durable.has(folder)) return;
    await this.ensureFolder(path.dirname(folder));
    await makeFolder(folder, await this.root.owner());
    this.durable.add(folder);
  }

  /** Throws unless the key is valid, so that it cannot name a file outside the folder. */
  private pathOf(key: string): string {
    if (!key.split('/').every((segment) => SEGMENT.test(segment)))
      throw new Error('Object store: not a valid key');
    return path.join(this.root.folder, key);
  }

  private folderOf(prefix: string): string {
    return prefix === '' ? this.root.folder : this.pathOf(prefix.slice(0, -1));
  }

  private async assertMounted(): Promise<void> {
    if (!(await this.root.isMounted())) throw new Error('the folder in STORE_URL is not an object store');
  }

  private async attempt<T>(operation: string, work: () => Promise<T>): Promise<T> {
    try {
      return await inSpan(`file ${operation}`, {}, work);
    } catch (error) {
      throw await this.explain(operation, error);
    }
  }

  private async explain(operation: string, error: unknown): Promise<Error> {
    const code = codeOf(error) ?? '';
    if (operation === 'put' && FULL.has(code)) return new StorageFull({ cause: error });
    const missing = operation === 'get' && code === 'ENOENT';
    if (missing && (await this.root.isMounted().catch(() => false))) return new ObjectMissing();
    return new StorageUnavailable(operation, { cause: error });
  }
}

/** Returns fewer bytes when the file ends earlier. */
async function readPart(file: string, { offset, length }: ObjectRange): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, size - offset)));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await handle.close();
  }
}

async function statOf(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    ignoreMissing(error);
    return undefined;
  }
}

async function isEmpty(folder: string): Promise<boolean> {
  const entries = await opendir(folder);
  try {
    return (await entries.read()) === null;
  } finally {
    await entries.close();
  }
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}
