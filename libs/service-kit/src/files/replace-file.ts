import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file so that it always contains the old or the new content, even if the disk is full or the power fails. By
 * default only its owner may read it.
 */
export function replaceFile(file: string, content: string, mode = 0o600): void {
  const unfinished = `${file}.new`;
  closeSync(openSync(unfinished, 'w', mode));
  try {
    writeFileSync(unfinished, content);
    syncToDisk(unfinished);
    renameSync(unfinished, file);
    syncToDisk(dirname(file));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Makes the content of a file durable, or the names in a folder. */
export function syncToDisk(name: string): void {
  const opened = openSync(name, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
