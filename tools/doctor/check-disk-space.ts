import { statfsSync } from 'node:fs';
import { ok, warning, fail, type CheckResult } from '@caredrop/service-kit';

const GIB = 1024 ** 3;
const COMPONENT = 'Disk';

/** Checks the free space of the disk that contains the stack's home. */
export function checkDiskSpace(folder: string): CheckResult {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return evaluateDiskSpace(bavail * bsize, blocks * bsize);
}

export function evaluateDiskSpace(free: number, whole: number): CheckResult {
  const message = `${(free / GIB).toFixed(1)} GiB of ${(whole / GIB).toFixed(1)} GiB are free`;
  const remediation =
    'free up space on this disk, which holds the databases and documents: docs/runbooks/object-store-full.md';
  if (free < GIB / 2) return fail(COMPONENT, message, remediation);
  return free < 2 * GIB || free < whole / 20
    ? warning(COMPONENT, message, remediation)
    : ok(COMPONENT, message);
}
