import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { backing, TcpProxy } from '@caredrop/testing';

type Settings = Record<string, string>;

const folders: string[] = [];
let inFolders = false;

/**
 * Makes the services of one spec file store their objects in folders instead of buckets. Call it before that
 * file defines its hooks. Spec files of one worker share this module, so the choice ends with the file.
 */
export function storeInFolders(): void {
  beforeAll(() => {
    inFolders = true;
  });
  afterAll(async () => {
    inFolders = false;
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  });
}

/** Settings of a new store. */
export async function newStore(): Promise<Settings> {
  if (!inFolders) return { S3_BUCKET: `test-${randomUUID()}` };
  const folder = await mkdtemp(path.join(tmpdir(), 'service-store-'));
  folders.push(folder);
  return { STORE_URL: pathToFileURL(path.join(folder, 'objects')).href };
}

/** Settings of a store that cannot be reached. */
export const unreachableStore = (): Settings =>
  inFolders
    ? { STORE_URL: 'file:///dev/null/objects' }
    : { S3_ENDPOINT: 'http://127.0.0.1:9', S3_CREATE_BUCKET: 'false' };

/** Makes a store unavailable for a test and brings it back with its objects. */
export interface StoreOutage {
  settings: Settings;
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
}

export async function interruptedStore(): Promise<StoreOutage> {
  if (inFolders) return unmountedFolder(await newStore());
  const proxy = await TcpProxy.before(backing().s3.endpoint);
  return {
    settings: { S3_ENDPOINT: proxy.url },
    takeAway: () => proxy.takeAway(),
    bringBack: () => proxy.bringBack(),
  };
}

/** Behaves as after `umount`: an empty folder remains. */
function unmountedFolder(settings: Settings): StoreOutage {
  const folder = fileURLToPath(settings.STORE_URL ?? '');
  const away = `${folder}-away`;
  return {
    settings,
    takeAway: async () => {
      await rename(folder, away);
      await mkdir(folder);
    },
    bringBack: async () => {
      await rmdir(folder);
      await rename(away, folder);
    },
  };
}
