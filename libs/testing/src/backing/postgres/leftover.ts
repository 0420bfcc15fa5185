import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processInfo } from '../../process/process-info.js';

/**
 * Stops a Postgres that an earlier, killed run left running on this data folder, and removes its lock file. Postgres
 * itself would refuse to start while that Postgres runs, or if, after a reboot, its pid belongs to another process.
 */
export async function clearLeftover(dataDir: string): Promise<void> {
  const lock = path.join(dataDir, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number((await readFile(lock, 'utf8')).split('\n')[0]);
  if (isOurs(pid, dataDir)) await end(pid, dataDir);
  await rm(lock, { force: true });
}

function isOurs(pid: number, dataDir: string): boolean {
  const command = processInfo(pid)?.command ?? '';
  return command.includes('postgres') && command.includes(dataDir);
}

async function end(pid: number, dataDir: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal);
    const deadline = Date.now() + 5_000;
    while (Date.now() < deadline) {
      if (!isOurs(pid, dataDir)) return;
      await delay(50);
    }
  }
}
