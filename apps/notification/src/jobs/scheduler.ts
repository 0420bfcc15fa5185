import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { CONFIG, twilioAccount, type Config } from '../config.js';
import { LOGGER } from '../logger.js';
import { ReconcileSms } from '../sms/reconcile-sms.js';
import { ForgetTexts } from './forget-texts.js';
import { PurgeSettled } from './purge-settled.js';

const PURGE_EVERY_MS = 6 * 3_600_000;
const FORGET_EVERY_MS = 5 * 60_000;

/** Runs the jobs in every replica (each claims its rows with SKIP LOCKED); stops by letting them finish. */
@Injectable()
export class Scheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly reconcileSms: ReconcileSms,
    private readonly purgeSettled: PurgeSettled,
    private readonly forgetTexts: ForgetTexts,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    // Without an account the provider cannot be asked; texts in doubt wait until there is one again.
    if (twilioAccount(this.config))
      this.every('reconcile-sms', this.config.SMS_RECONCILE_MS, () => this.reconcileSms.execute());
    this.every('forget-texts', FORGET_EVERY_MS, () => this.forgetTexts.execute());
    this.every('purge-settled', PURGE_EVERY_MS, () => this.purgeSettled.execute());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.timers.forEach((timer) => clearInterval(timer));
    await Promise.all(this.running.values());
  }

  private every(name: string, milliseconds: number, job: () => Promise<unknown>): void {
    const run = () => {
      if (!this.running.has(name)) this.running.set(name, this.once(name, job));
    };
    this.timers.push(setInterval(run, milliseconds));
    run();
  }

  private async once(name: string, job: () => Promise<unknown>): Promise<void> {
    try {
      await job();
    } catch (error) {
      this.logger.warn({ job: name, err: error }, 'a scheduled job failed; retrying at its next run');
    } finally {
      this.running.delete(name);
    }
  }
}
