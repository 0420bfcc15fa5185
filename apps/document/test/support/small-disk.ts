import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A file system of 1 MiB, which only root can make. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Returns undefined where this process may not mount one. */
  static mount(): SmallDisk | undefined {
    const folder = mkdtempSync(path.join(tmpdir(), 'small-disk-'));
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'none', folder]);
    if (status === 0) return new SmallDisk(folder);
    rmSync(folder, { recursive: true });
    return undefined;
  }

  /** Uses up all its space. */
  fill(): void {
    for (const size of [100_000, 1_000, 1])
      for (let n = 0; ; n += 1)
        try {
          writeFileSync(path.join(this.folder, `filler-${String(size)}-${String(n)}`), Buffer.alloc(size));
        } catch {
          break;
        }
  }

  empty(): void {
    spawnSync('sh', ['-c', 'rm -f "$0"/filler-*', this.folder]);
  }

  unmount(): void {
    spawnSync('umount', [this.folder]);
    rmSync(this.folder, { recursive: true });
  }
}
