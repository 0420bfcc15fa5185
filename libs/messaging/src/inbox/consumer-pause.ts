import { WakeSignal } from '../util/wake-signal.js';
import { Gate } from '../util/gate.js';
import { withTimeout } from '../util/with-timeout.js';

export interface ConsumerPauseOptions {
  /** Rejects while the database does not respond. */
  probe: () => Promise<unknown>;
  probeEveryMs: number;
  /** Timeout of a probe, ms. */
  probeTimeoutMs?: number;
  onAway: (error: unknown) => void;
  onBack: () => void;
}

/** Pauses consumption while the database is unavailable: received messages wait, and no new ones are fetched. */
export class ConsumerPause {
  private readonly gate = new Gate();
  private readonly wakeSignal = new WakeSignal();
  private ended = false;

  constructor(private readonly options: ConsumerPauseOptions) {
    this.gate.open();
  }

  get isPaused(): boolean {
    return !this.gate.isOpen;
  }

  /** Resolves to true once the database is available, to false once the consumer has been stopped. */
  whenResumed(): Promise<boolean> {
    return this.gate.wait();
  }

  /** Returns whether the database responds now. */
  async databaseResponds(): Promise<boolean> {
    const { probe, probeTimeoutMs = 5_000 } = this.options;
    return withTimeout(probe(), probeTimeoutMs).then(
      () => true,
      () => false, // Only the failure matters: the error that led to the probe is logged by the caller.
    );
  }

  /** Called when the database has become unavailable. Pauses consumption until it responds again. */
  begin(error: unknown): void {
    if (!this.gate.isOpen || this.ended) return;
    this.gate.close();
    this.options.onAway(error);
    void this.resumeWhenBack();
  }

  end(): void {
    this.ended = true;
    this.wakeSignal.wake();
    this.gate.end();
  }

  private async resumeWhenBack(): Promise<void> {
    do await this.wakeSignal.sleep(this.options.probeEveryMs);
    while (!this.ended && !(await this.databaseResponds()));
    if (this.ended) return;
    this.gate.open();
    this.options.onBack();
  }
}
