import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes a file so that it always contains the old or the new content, even if the disk is full or the power fails.
 * Only its owner may read it.
 */
export function replaceFile(file: string, content: string): void {
  const unfinished = `${file}.new`;
  const opened = openSync(unfinished, 'w', 0o600);
  try {
    try {
      writeFileSync(opened, content);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(unfinished, file);
    syncFolder(path.dirname(file));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Makes the name of a file in it durable. */
function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
