import { statfsSync } from 'node:fs';
import { ok, warning, wrong, type Finding } from '@caredrop/service-kit';

const GIB = 1024 ** 3;
const ABOUT = 'Disk';

/** Free disk space in this stack's home. */
export function lookAtRoom(folder: string): Finding {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return judgeRoom(bavail * bsize, blocks * bsize);
}

export function judgeRoom(free: number, whole: number): Finding {
  const says = `${(free / GIB).toFixed(1)} GiB of ${(whole / GIB).toFixed(1)} GiB are free`;
  const todo = 'make room: databases and documents are written here: docs/runbooks/object-store-full.md';
  if (free < GIB / 2) return wrong(ABOUT, says, todo);
  return free < 2 * GIB || free < whole / 20 ? warning(ABOUT, says, todo) : ok(ABOUT, says);
}
