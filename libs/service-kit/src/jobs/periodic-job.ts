import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';

/** When a job runs again, if not after its interval: at once because there is more to do, or after this delay. */
export type NextRun = 'at once' | { inMs: number } | void;

export interface PeriodicJobOptions {
  /** The job's name in the log. */
  name: string;
  /** Time from the end of one run to the start of the next, ms. */
  everyMs: number;
  /** A run of several slow steps must check `isStopping` before each: stopping the service waits for the run. */
  run: (isStopping: () => boolean) => Promise<NextRun>;
  logger: Logger;
  /** Time from `start` to the first run, ms; 0 by default. */
  firstInMs?: number;
  /**
   * Time from a wake-up to its run, ms, so that one run covers everything that arrives in that time; 0 by
   * default.
   */
  gatherMs?: number;
}

/**
 * Runs `run` repeatedly, one run at a time: periodically, when woken, and again at once while there is more to
 * do. A run that throws is logged; the next one follows after the interval. A provider that extends it starts and stops
 * with the application.
 */
export class PeriodicJob implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private woken = false;
  private stopped = true;

  constructor(private readonly options: PeriodicJobOptions) {}

  onApplicationBootstrap(): void {
    this.start();
  }

  /** Stops all jobs before the shutdown waits for any: Nest waits for the jobs of one module after another. */
  onModuleDestroy(): void {
    void this.stop();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  start(): void {
    this.stopped = false;
    this.schedule(this.options.firstInMs ?? 0);
  }

  /** Wakes the job. Wake-ups during a run cause one more run. */
  wake(): void {
    if (this.stopped || this.woken) return;
    this.woken = true;
    if (!this.running) this.schedule(this.gatherMs);
  }

  /** Prevents further runs and resolves when the current one has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private get gatherMs(): number {
    return this.options.gatherMs ?? 0;
  }

  private schedule(inMs: number): void {
    clearTimeout(this.timer);
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.runOnce();
    }, inMs);
  }

  private async runOnce(): Promise<void> {
    this.woken = false;
    const next = await this.safeRun();
    this.running = undefined;
    this.schedule(this.delayBefore(next));
  }

  private delayBefore(next: NextRun): number {
    if (next === 'at once') return 0;
    if (this.woken) return this.gatherMs;
    return next ? next.inMs : this.options.everyMs;
  }

  private async safeRun(): Promise<NextRun> {
    const { name, run, logger } = this.options;
    try {
      return await run(() => this.stopped);
    } catch (error) {
      logger.error({ err: error, job: name }, 'scheduled job failed; retrying on its next run');
      return undefined;
    }
  }
}
