/**
 * Closes the gaps in a buffer where parts are removed, in place and from front to back, so that a file made
 * of a million tiny parts costs no more memory than any other. When nothing is removed, nothing is written.
 */
export class Compactor {
  private end = 0;

  constructor(private readonly buffer: Buffer) {}

  /** Keeps the bytes from `from` up to `to`; they must come after everything kept so far. */
  keep(from: number, to: number): void {
    if (from !== this.end) this.buffer.copyWithin(this.end, from, to);
    this.end += to - from;
  }

  /** Writes `bytes` in place of something at least as long that has just been removed. */
  put(bytes: Buffer): void {
    bytes.copy(this.buffer, this.end);
    this.end += bytes.length;
  }

  /** Bytes kept so far. */
  get length(): number {
    return this.end;
  }

  /** The bytes that were kept, as a view of the buffer. */
  result(): Buffer {
    return this.buffer.subarray(0, this.end);
  }
}
