const SMALLEST = 64 * 1024;

/**
 * Joins chunks into one buffer, up to a limit, so that the bytes are in memory only once. Uses the given
 * buffer, or one that grows; the hint (a Content-Length) is never trusted beyond the limit.
 */
export class ByteCollector {
  private buffer: Buffer;
  private used = 0;

  constructor(
    private readonly limit: number,
    into: number | Buffer = 0,
  ) {
    this.buffer =
      typeof into === 'number' ? Buffer.allocUnsafeSlow(Math.min(limit, Math.max(SMALLEST, into))) : into;
  }

  get size(): number {
    return this.used;
  }

  /** Returns false, with nothing added, when the limit would be exceeded. */
  add(chunk: Uint8Array): boolean {
    const needed = this.used + chunk.length;
    if (needed > this.limit) return false;
    if (needed > this.buffer.length) this.grow(needed);
    this.buffer.set(chunk, this.used);
    this.used = needed;
    return true;
  }

  /** A view of the bytes collected so far. */
  bytes(): Buffer {
    return this.buffer.subarray(0, this.used);
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.min(this.limit, Math.max(needed, this.buffer.length * 2)));
    this.buffer.copy(larger, 0, 0, this.used);
    this.buffer = larger;
  }
}
