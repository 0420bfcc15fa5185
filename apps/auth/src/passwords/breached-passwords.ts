import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

/** SHA-1 in hexadecimal: the format of the file. */
const HASH_LENGTH = 40;
/** Longer than any line: a hash, a colon and a count. */
const LINE_BYTES = 64;
const LINE_FEED = 0x0a;

/** Passwords that are known from data breaches. */
export interface BreachedPasswords {
  has(password: string): Promise<boolean>;
}

/**
 * A local file in the format of Have I Been Pwned's download ordered by hash: one line per password, its SHA-1 in
 * upper-case hexadecimal, a colon and a count, ascending. Read by binary search: nothing of the file's 40 GB is kept in
 * memory, and a lookup reads about 36 short pieces.
 */
export class BreachedPasswordsFile implements BreachedPasswords {
  private constructor(
    private readonly file: FileHandle,
    private readonly size: number,
  ) {}

  /** Throws for the operator if the file cannot be read or has another format. */
  static async open(path: string): Promise<BreachedPasswordsFile> {
    const file = await open(path).catch((error: unknown) => {
      throw new Error(`BREACHED_PASSWORDS_FILE cannot be read: ${(error as Error).message}`);
    });
    const list = new BreachedPasswordsFile(file, (await file.stat()).size);
    const first = await list.hashAt(0);
    if (/^[0-9A-F]{40}$/.test(first)) return list;
    await file.close();
    throw new Error(
      'BREACHED_PASSWORDS_FILE must have lines of an upper-case SHA-1, a colon and a count, ordered by hash',
    );
  }

  async has(password: string): Promise<boolean> {
    const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
    // The line that starts at or behind `from` and before `to` may be the wanted one.
    let [from, to] = [0, this.size];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const start = await this.lineStart(middle);
      const found = start < to ? await this.hashAt(start) : '';
      if (found === wanted) return true;
      if (found !== '' && found < wanted) from = start + HASH_LENGTH;
      else to = middle;
    }
    return false;
  }

  /** Offset of the first line that starts at or behind `offset`; the file's size when there is none. */
  private async lineStart(offset: number): Promise<number> {
    if (offset === 0) return 0;
    const bytes = await this.read(offset - 1);
    const end = bytes.indexOf(LINE_FEED);
    return end === -1 ? this.size : offset + end;
  }

  private async hashAt(offset: number): Promise<string> {
    return (await this.read(offset)).toString('latin1', 0, HASH_LENGTH);
  }

  private async read(offset: number): Promise<Buffer> {
    const { bytesRead, buffer } = await this.file.read(Buffer.alloc(LINE_BYTES), 0, LINE_BYTES, offset);
    return buffer.subarray(0, bytesRead);
  }
}
