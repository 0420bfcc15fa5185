import { setTimeout as delay } from 'node:timers/promises';

interface Running {
  /** Settles when the process has ended; absent for processes we did not start. */
  exited?: Promise<unknown>;
  stop(): Promise<void>;
}

/** Delay before another attempt to start it (ms). */
const PAUSE = 1_000;

/** A backing service that is restarted when it dies, at the same address. */
export class KeptRunning<T extends Running> {
  private running: T | undefined;
  private wanted = false;
  private readonly name: string;
  private readonly startOne: (previous: T | undefined) => Promise<T>;
  private readonly say: (line: string) => void;

  constructor(name: string, startOne: (previous: T | undefined) => Promise<T>, say: (line: string) => void) {
    this.name = name;
    this.startOne = startOne;
    this.say = say;
  }

  async start(): Promise<T> {
    this.wanted = true;
    const running = await this.startOne(this.running);
    this.running = running;
    void running.exited?.then(() => this.onExit(running));
    return running;
  }

  async stop(): Promise<void> {
    this.wanted = false;
    await this.running?.stop();
  }

  private async onExit(running: T): Promise<void> {
    if (!this.wanted || this.running !== running) return;
    this.say(`${this.name} ended unexpectedly. Restarting it`);
    await running.stop(); // Removes processes it leaves behind, such as epmd.
    while (this.wanted) {
      try {
        await this.start();
        return;
      } catch (error) {
        this.say(`${this.name} failed to start: ${(error as Error).message}`);
        await delay(PAUSE);
      }
    }
  }
}
