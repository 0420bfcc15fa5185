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
 * upper-case hexadecimal, a colon and a count, in ascending order. Read by binary search: none of the file's 40 GB is
 * kept in memory, and a lookup takes about 36 steps of two short reads.
 */
export class BreachedPasswordsFile implements BreachedPasswords {
  private constructor(private readonly path: string) {}

  /** Checks the first line. Throws an error that names the setting if the file is unreadable or has another format. */
  static async open(path: string): Promise<BreachedPasswordsFile> {
    const first = await reading(path, (file) => hashAt(file, 0)).catch((error: unknown) => {
      throw new Error(`BREACHED_PASSWORDS_FILE cannot be read: ${(error as Error).message}`);
    });
    if (/^[0-9A-F]{40}$/.test(first)) return new BreachedPasswordsFile(path);
    throw new Error(
      'BREACHED_PASSWORDS_FILE must have lines of an upper-case SHA-1, a colon and a count, ordered by hash',
    );
  }

  /** Opens the file for each search, so that a newer list takes effect at once. */
  has(password: string): Promise<boolean> {
    const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
    return reading(this.path, (file) => contains(file, wanted));
  }
}

async function reading<Result>(path: string, read: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await open(path);
  try {
    return await read(file);
  } finally {
    await file.close();
  }
}

async function contains(file: FileHandle, wanted: string): Promise<boolean> {
  const { size } = await file.stat();
  // The wanted line may start at or after `from` and before `to`.
  let [from, to] = [0, size];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const start = (await lineStart(file, middle)) ?? size;
    const found = start < to ? await hashAt(file, start) : '';
    if (found === wanted) return true;
    if (found !== '' && found < wanted) from = start + HASH_LENGTH;
    else to = middle;
  }
  return false;
}

/** Offset of the first line that starts at or after `offset`; null when there is none. */
async function lineStart(file: FileHandle, offset: number): Promise<number | null> {
  if (offset === 0) return 0;
  const end = (await readLine(file, offset - 1)).indexOf(LINE_FEED);
  return end === -1 ? null : offset + end;
}

const hashAt = async (file: FileHandle, offset: number): Promise<string> =>
  (await readLine(file, offset)).toString('latin1', 0, HASH_LENGTH);

async function readLine(file: FileHandle, offset: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(LINE_BYTES), 0, LINE_BYTES, offset);
  return buffer.subarray(0, bytesRead);
}
