import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A list in memory, newest last, that survives a restart when it has a file. */
export class KeptList<T> {
  readonly items: T[];
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly file: string | undefined,
    items: T[],
  ) {
    this.items = items;
  }

  /** Loads what an earlier run wrote. */
  static async open<T>(file: string | undefined): Promise<KeptList<T>> {
    if (!file || !existsSync(file)) return new KeptList<T>(file, []);
    return new KeptList<T>(file, JSON.parse(await readFile(file, 'utf8')) as T[]);
  }

  /** Writes the current list; calls queue up, so that the last state wins. */
  save(): Promise<void> {
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private async write(): Promise<void> {
    if (!this.file) return;
    await mkdir(path.dirname(this.file), { recursive: true });
    // Written to a temporary file, then renamed, so that a kill during the write leaves the old list instead
    // of half a list.
    await writeFile(`${this.file}.new`, JSON.stringify(this.items), { mode: 0o600 });
    await rename(`${this.file}.new`, this.file);
  }
}
