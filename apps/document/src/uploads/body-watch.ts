import { tooSlow } from './upload.errors.js';

export interface BodyLimits {
  /** Maximum time without a byte, ms. */
  idleMs: number;
  /** Maximum time for the whole body, ms. */
  totalMs: number;
  /** Average rate that a sender must reach in each window. */
  minBytesPerSecond: number;
  windowMs: number;
  /** The rate required while others wait for a place: a slower body would not finish in time anyway. */
  pressed: { minBytesPerSecond: number; windowMs: number; when: () => boolean };
}

/** Number of samples over which a body's current rate is measured. */
const RATE_SAMPLES = 5;
const SAMPLE_MS = 1_000;

/**
 * Aborts a body that is silent, too slow, or takes too long; calls `onSlow` once, with the error. Timers fire
 * before socket reads, so after an event-loop stall received data may still be unread: sockets are read again
 * before a client is timed out.
 */
export class BodyWatch {
  private readonly timers: NodeJS.Timeout[];
  private readonly idle: NodeJS.Timeout;
  private total = 0;
  /** Byte totals at the end of each of the last seconds, oldest first. */
  private readonly samples: number[] = [0];
  private readonly startedAt = performance.now();
  private stopped = false;

  constructor(
    limits: BodyLimits,
    private readonly onSlow: (rejection: Error) => void,
    /** Size of the whole body in bytes; the maximum when the sender does not declare it. */
    private readonly expected = Infinity,
  ) {
    const { pressed } = limits;
    this.idle = setTimeout(() => this.demandMore(1, this.total), limits.idleMs);
    this.timers = [
      this.idle,
      this.eachWindow(limits, () => true),
      this.eachWindow(pressed, pressed.when),
      setTimeout(() => this.demandMore(Infinity, 0), limits.totalMs),
      setInterval(() => this.sample(), SAMPLE_MS),
    ];
  }

  received(bytes: number): void {
    this.total += bytes;
    this.idle.refresh();
  }

  /** How much longer this body takes at its current rate, ms; 0 while it is too recent to be measured. */
  get remainingMs(): number {
    const age = performance.now() - this.startedAt;
    if (age < SAMPLE_MS) return 0;
    const since = Math.min(age, this.samples.length * SAMPLE_MS);
    const rate = (this.total - (this.samples[0] ?? 0)) / since;
    return (this.expected - this.total) / rate;
  }

  /** Aborts the body so that other uploads get its place. */
  giveWay(): void {
    if (!this.stopped) this.slow();
  }

  stop(): void {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** Checks at the end of each window that enough bytes have arrived. */
  private eachWindow(
    { minBytesPerSecond, windowMs }: { minBytesPerSecond: number; windowMs: number },
    when: () => boolean,
  ): NodeJS.Timeout {
    const enough = (minBytesPerSecond * windowMs) / 1000;
    let before = 0;
    return setInterval(() => {
      if (when()) this.demandMore(enough, before);
      before = this.total;
    }, windowMs);
  }

  /**
   * Runs after the sockets have been read: the client is slow unless at least `enough` bytes have arrived
   * since the count was `before`.
   */
  private demandMore(enough: number, before: number): void {
    setImmediate(() => {
      if (!this.stopped && this.total - before < enough) this.slow();
    });
  }

  private sample(): void {
    this.samples.push(this.total);
    if (this.samples.length > RATE_SAMPLES) this.samples.shift();
  }

  private slow(): void {
    this.stop();
    this.onSlow(tooSlow());
  }
}
