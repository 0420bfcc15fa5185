import { execFile, spawnSync } from 'node:child_process';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const POLICY = '/usr/sbin/policy-rc.d';

/** Returns whether `installRabbitmq` can work on this machine. */
export function canInstallRabbitmq(): boolean {
  return (
    process.getuid?.() === 0 &&
    spawnSync('sh', ['-c', 'command -v apt-get'], { stdio: 'ignore' }).status === 0
  );
}

/** Installs Debian's package without starting its service, which listens on every address. */
export async function installRabbitmq(): Promise<void> {
  const forbid = !existsSync(POLICY);
  if (forbid) {
    await writeFile(POLICY, '#!/bin/sh\nexit 101\n');
    await chmod(POLICY, 0o755);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = promisify(execFile);
  try {
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'rabbitmq-server'], {
      env,
      maxBuffer: 64e6,
    });
    spawnSync('systemctl', ['disable', 'rabbitmq-server'], { stdio: 'ignore' });
  } finally {
    if (forbid) await rm(POLICY, { force: true });
  }
}
