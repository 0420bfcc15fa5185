import { tooSlow } from './upload.errors.js';

export interface BodyLimits {
  /** Longest silence, ms. */
  idleMs: number;
  /** Whole body, ms. */
  totalMs: number;
  /** Average over each window that a sender must reach. */
  minBytesPerSecond: number;
  windowMs: number;
  /** What is asked of a sender while others wait for its place: a body slower than this never ends in time anyway. */
  pressed: { minBytesPerSecond: number; windowMs: number; when: () => boolean };
}

/** How far back the current rate of a body is measured. */
const RATE_SAMPLES = 5;
const SAMPLE_MS = 1_000;

/**
 * Ends a body that is silent, drips, or takes too long; calls `onSlow` once, with the refusal. Timers run before the
 * sockets are read: after a moment in which this process stood still, what had come by then lies unread. So nobody is
 * called slow before the sockets have been looked at once more.
 */
export class BodyWatch {
  private readonly timers: NodeJS.Timeout[];
  private readonly idle: NodeJS.Timeout;
  private total = 0;
  /** Totals at the end of the last seconds, the oldest first. */
  private readonly samples: number[] = [0];
  private readonly startedAt = performance.now();
  private stopped = false;

  constructor(
    limits: BodyLimits,
    private readonly onSlow: (refusal: Error) => void,
    /** Of the whole body, bytes; the most it may have when the sender does not say. */
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

  /** How much longer this body takes at the rate of its last seconds, ms; 0 while it is too young to tell. */
  get remainingMs(): number {
    const age = performance.now() - this.startedAt;
    if (age < SAMPLE_MS) return 0;
    const since = Math.min(age, this.samples.length * SAMPLE_MS);
    const rate = (this.total - (this.samples[0] ?? 0)) / since;
    return (this.expected - this.total) / rate;
  }

  /** Ends the body for the sake of others. */
  giveWay(): void {
    if (!this.stopped) this.slow();
  }

  stop(): void {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** At the end of each window enough has to have come in it. */
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

  /** Once the sockets have been read: at least `enough` bytes since there were `before`, or the sender is slow. */
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
