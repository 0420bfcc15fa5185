import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processInfo } from '../process/process-info.js';

const MEMORY = '/dev/shm';
/**
 * Free space required, in bytes: two stacks with all their documents and logs need less than a third of it.
 */
const ENOUGH = 4 * 1024 ** 3;

/**
 * A new folder for the databases, queues and documents of a test run: in memory if the machine has enough of it,
 * because each test database consists of hundreds of new files. The caller removes it; folders of runs that were killed
 * are removed here.
 */
export function scratchFolder(purpose: string): string {
  const parent = hasRoom() ? MEMORY : tmpdir();
  removeLeftovers(parent);
  return mkdtempSync(path.join(parent, `caredrop-${purpose}-${String(process.pid)}-`));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false; // There is no /dev/shm on macOS.
  }
}

function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^caredrop-[a-z]+-(\d+)-/.exec(name)?.[1]);
    const folder = path.join(parent, name);
    if (pid && !processInfo(pid) && isOurs(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

/** Folders of other users cannot be removed. */
function isOurs(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
}
