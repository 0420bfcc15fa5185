import { chown, mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';

/** The user that new files belong to; undefined means the user of this process. */
export type Owner = { uid: number; gid: number } | undefined;

/** Writes a new file and returns when its content is on disk. */
export async function writeDurably(file: string, bytes: Uint8Array, owner: Owner): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    if (owner) await handle.chown(owner.uid, owner.gid);
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the names in a folder durable: until then, a power failure can undo a rename or deletion. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder unless it exists, and makes its name durable. Its parent must exist. */
export async function makeFolder(folder: string, owner: Owner): Promise<void> {
  try {
    await mkdir(folder, 0o700);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  if (owner) await chown(folder, owner.uid, owner.gid);
  await syncFolder(path.dirname(folder));
}

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Whether the file or folder exists. Throws when this cannot be determined. */
export async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
