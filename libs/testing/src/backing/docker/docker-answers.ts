import { spawnSync } from 'node:child_process';

let answer: boolean | undefined;

/** Whether a Docker engine is available; checked once. */
export function dockerAnswers(): boolean {
  answer ??=
    spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], { stdio: 'ignore', timeout: 10_000 })
      .status === 0;
  return answer;
}
