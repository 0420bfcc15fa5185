/**
 * Buffers of one size, used again and again: what uploads need of memory is then known, and does not depend on
 * when garbage is collected. Not giving one back is allowed: it is then collected like any other.
 */
export class BufferPool {
  private readonly free: Buffer[] = [];

  constructor(
    private readonly size: number,
    /** How many are kept when nobody uses them. */
    private readonly keep: number,
  ) {}

  take(): Buffer {
    return this.free.pop() ?? Buffer.allocUnsafeSlow(this.size);
  }

  /** Only a buffer that nothing writes to or reads from any more. What was in its first `used` bytes is wiped. */
  give(buffer: Buffer, used: number): void {
    buffer.fill(0, 0, used);
    if (this.free.length < this.keep) this.free.push(buffer);
  }
}
