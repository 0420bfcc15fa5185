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

/** Ends a body that is silent, drips, or takes too long; calls `onSlow` once, with the refusal. */
export class BodyWatch {
  private readonly timers: NodeJS.Timeout[];
  private readonly idle: NodeJS.Timeout;
  private total = 0;

  constructor(limits: BodyLimits, onSlow: (refusal: Error) => void) {
    const slow = () => {
      this.stop();
      onSlow(tooSlow());
    };
    const { pressed } = limits;
    this.idle = setTimeout(slow, limits.idleMs);
    this.timers = [
      this.idle,
      this.demand(limits, () => true, slow),
      this.demand(pressed, pressed.when, slow),
      setTimeout(slow, limits.totalMs),
    ];
  }

  received(bytes: number): void {
    this.total += bytes;
    this.idle.refresh();
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** Looks at the end of each window whether enough came in it. */
  private demand(
    { minBytesPerSecond, windowMs }: { minBytesPerSecond: number; windowMs: number },
    when: () => boolean,
    slow: () => void,
  ): NodeJS.Timeout {
    const enough = (minBytesPerSecond * windowMs) / 1000;
    let before = 0;
    return setInterval(() => {
      if (this.total - before < enough && when()) slow();
      before = this.total;
    }, windowMs);
  }
}
