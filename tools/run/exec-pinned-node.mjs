import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { pinnedEnv } from './build.mjs';
import { root } from './root.mjs';

/** Runs one of our programs on the pinned Node and returns its exit code. The program handles signals. */
export function execPinnedNode(program, args) {
  const node = path.join(root, 'node_modules/.bin/node');
  // The channel closes when this process ends, for any reason; a program that runs until a stop signal then stops.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(node, [path.join(root, program), ...args], { cwd: root, env: pinnedEnv(), stdio });
  // Ctrl-C reaches the child directly, because a terminal signals the whole group. We must not exit before the child.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGTERM'));
  stopWithParent(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 1)));
  });
}

/** When npm is killed with -9 we receive no signal; the only sign is a new parent process. */
function stopWithParent(child) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 1_000).unref();
}
