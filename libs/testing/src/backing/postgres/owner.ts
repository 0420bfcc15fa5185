import { execFileSync, spawnSync } from 'node:child_process';

/** The user that Postgres runs as, and how to run a command as that user. */
export interface PostgresOwner {
  uid?: number;
  gid?: number;
  /** Put before the command when setting uid and gid does not give access to the files. */
  prefix: string[];
}

/**
 * Postgres refuses to run as root, so root runs it as the user `postgres`, who is created if missing. If that user
 * cannot reach `file` (in a checkout below /root, for example), the process gets the capability to bypass read
 * permissions, or all file permissions if that is not enough.
 */
export function postgresOwner(file: string): PostgresOwner {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const { uid, gid } = postgresUser();
  if (reaches([], file, uid, gid)) return { uid, gid, prefix: [] };
  const prefix = ['setpriv', `--reuid=${String(uid)}`, `--regid=${String(gid)}`, '--clear-groups'];
  for (const capability of ['dac_read_search', 'dac_override']) {
    const full = [...prefix, `--inh-caps=+${capability}`, `--ambient-caps=+${capability}`];
    if (reaches(full, file)) return { prefix: full };
  }
  throw new Error(
    `User postgres cannot read ${file}: move the checkout to a folder that every user may read, or do not run as root`,
  );
}

function reaches(prefix: string[], file: string, uid?: number, gid?: number): boolean {
  const [command = '', ...args] = [...prefix, file, '--version'];
  return spawnSync(command, args, { uid, gid, stdio: 'ignore', cwd: '/' }).status === 0;
}

function postgresUser(): { uid: number; gid: number } {
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('groupadd', ['-f', 'postgres'], { stdio: 'pipe' });
    execFileSync('useradd', ['-g', 'postgres', '-M', '-s', '/usr/sbin/nologin', 'postgres'], {
      stdio: 'pipe',
    });
    return { uid: id('-u'), gid: id('-g') };
  }
}

/** The ids that must own Postgres' files; `undefined` when we are not root and own everything anyway. */
export function postgresUid(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? postgresUser() : undefined;
}
