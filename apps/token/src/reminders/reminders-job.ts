import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { SendDueReminders } from './send-due-reminders.js';

/** Sends due reminders repeatedly. Not part of the sweeper, which must not wait for a text message provider. */
@Injectable()
export class RemindersJob extends PeriodicJob {
  constructor(
    sendDueReminders: SendDueReminders,
    @Inject(CONFIG) { REMINDER_INTERVAL_MS: everyMs }: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    const run = async (isStopping: () => boolean) =>
      (await sendDueReminders.execute(undefined, isStopping)) ? ('at once' as const) : undefined;
    super({ name: 'send-reminders', everyMs, firstInMs: everyMs, run, logger });
  }
}
