/**
 * Reuses buffers of one size, so that the memory of uploads does not depend on garbage collection. A buffer that
 * is not given back is garbage collected like any other.
 */
export class BufferPool {
  private readonly free: Buffer[] = [];

  constructor(
    private readonly size: number,
    /** How many idle buffers are kept. */
    private readonly keep: number,
  ) {}

  take(): Buffer {
    return this.free.pop() ?? Buffer.allocUnsafeSlow(this.size);
  }

  /** Takes back a buffer that nothing reads from or writes to any more. Wipes its first `used` bytes. */
  give(buffer: Buffer, used: number): void {
    buffer.fill(0, 0, used);
    if (this.free.length < this.keep) this.free.push(buffer);
  }
}
