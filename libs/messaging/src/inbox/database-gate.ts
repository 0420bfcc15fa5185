import { AlarmClock } from '../util/alarm-clock.js';
import { Latch } from '../util/latch.js';

export interface DatabaseGateOptions {
  /** Rejects while the database does not respond. */
  probe: () => Promise<unknown>;
  probeEveryMs: number;
  /** Timeout of a probe, ms. */
  probeTimeoutMs?: number;
  onAway: (error: unknown) => void;
  onBack: () => void;
}

/** Closed while the database is unavailable: received messages wait here, and no new ones are fetched. */
export class DatabaseGate {
  private readonly latch = new Latch();
  private readonly clock = new AlarmClock();
  private ended = false;

  constructor(private readonly options: DatabaseGateOptions) {
    this.latch.open();
  }

  get isOpen(): boolean {
    return this.latch.isOpen;
  }

  /** True once the database is available, false once the gate has been stopped. */
  pass(): Promise<boolean> {
    return this.latch.wait();
  }

  /** Whether the database responds now. */
  async answers(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(() => {
        resolve(false);
      }, this.options.probeTimeoutMs ?? 5_000);
    });
    const answered = this.options.probe().then(
      () => true,
      () => false, // only the failure matters; the reason was logged when the gate closed
    );
    try {
      return await Promise.race([answered, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The database became unavailable: closes the gate until it responds again. */
  close(error: unknown): void {
    if (!this.latch.isOpen || this.ended) return;
    this.latch.close();
    this.options.onAway(error);
    void this.reopenWhenBack();
  }

  end(): void {
    this.ended = true;
    this.clock.wake();
    this.latch.end();
  }

  private async reopenWhenBack(): Promise<void> {
    do await this.clock.sleep(this.options.probeEveryMs);
    while (!this.ended && !(await this.answers()));
    if (this.ended) return;
    this.latch.open();
    this.options.onBack();
  }
}
