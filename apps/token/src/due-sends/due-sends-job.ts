import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { SendDue } from './send-due.js';

/** Sends scheduled messages. Not part of the sweeper, which must not wait for a text message provider. */
@Injectable()
export class DueSendsJob extends PeriodicJob {
  constructor(
    sendDue: SendDue,
    @Inject(CONFIG) { SENDING_INTERVAL_MS: everyMs }: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    const run = async (isStopping: () => boolean) =>
      (await sendDue.execute(isStopping)) ? ('at once' as const) : undefined;
    super({ name: 'send-scheduled', everyMs, firstInMs: everyMs, run, logger });
  }
}
