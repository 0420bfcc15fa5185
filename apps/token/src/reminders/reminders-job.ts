import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { SendDueReminders } from './send-due-reminders.js';

/** Sends due reminders repeatedly. Not part of the sweeper, which must not wait for a text message provider. */
@Injectable()
export class RemindersJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(
    sendDueReminders: SendDueReminders,
    @Inject(CONFIG) { REMINDER_INTERVAL_MS: everyMs }: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    const run = async () => ((await sendDueReminders.execute()) ? ('at once' as const) : undefined);
    this.job = new PeriodicJob({ name: 'send-reminders', everyMs, firstInMs: everyMs, run, logger });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }
}
