import { tooSlow } from './upload.errors.js';

export interface BodyLimits {
  /** Longest silence, ms. */
  idleMs: number;
  /** Whole body, ms. */
  totalMs: number;
  /** Average over each window that a sender must reach. */
  minBytesPerSecond: number;
  windowMs: number;
}

/** Ends a body that is silent, drips, or takes too long; calls `onSlow` once, with the refusal. */
export class BodyWatch {
  private readonly timers: NodeJS.Timeout[];
  private readonly idle: NodeJS.Timeout;
  private windowBytes = 0;

  constructor(limits: BodyLimits, onSlow: (refusal: Error) => void) {
    const slow = () => {
      this.stop();
      onSlow(tooSlow());
    };
    const enough = (limits.minBytesPerSecond * limits.windowMs) / 1000;
    this.idle = setTimeout(slow, limits.idleMs);
    const rate = setInterval(() => {
      if (this.windowBytes < enough) slow();
      this.windowBytes = 0;
    }, limits.windowMs);
    this.timers = [this.idle, rate, setTimeout(slow, limits.totalMs)];
  }

  received(bytes: number): void {
    this.windowBytes += bytes;
    this.idle.refresh();
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }
}
