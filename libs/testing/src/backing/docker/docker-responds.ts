import { spawnSync } from 'node:child_process';

let response: boolean | undefined;

/** Whether a Docker engine is available; checked once. */
export function dockerResponds(): boolean {
  response ??=
    spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], { stdio: 'ignore', timeout: 10_000 })
      .status === 0;
  return response;
}
