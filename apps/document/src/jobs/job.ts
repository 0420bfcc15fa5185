import type { Logger } from '@caredrop/service-kit';
import type { WorkInFlight } from './work-in-flight.js';

/**
 * Runs `step` repeatedly, one at a time: `everyMs` apart, at once while it reports more work, and when woken.
 * A step that throws is logged and retried at its next run.
 */
export class Job {
  private timer: NodeJS.Timeout | undefined;
  private running = false;
  private again = false;
  private stopped = true;

  constructor(
    private readonly name: string,
    private readonly everyMs: number,
    /** Returns whether there is more to do right now. */
    private readonly step: () => Promise<boolean>,
    private readonly work: WorkInFlight,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.stopped = false;
    this.wake();
  }

  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    void this.work.track(this.turn());
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async turn(): Promise<void> {
    this.running = true;
    const more = await this.safeStep();
    this.running = false;
    if (this.stopped) return;
    const soon = more || this.again;
    this.again = false;
    this.timer = setTimeout(() => this.wake(), soon ? 0 : this.everyMs);
  }

  private async safeStep(): Promise<boolean> {
    try {
      return await this.step();
    } catch (error) {
      this.logger.error({ err: error, job: this.name }, 'scheduled job failed');
      return false;
    }
  }
}
