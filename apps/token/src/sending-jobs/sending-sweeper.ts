import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { SendRows } from './send-rows.js';

/** Sends the rows of files of requests. Separate from `Sweeper`, which must not wait for the text message provider. */
@Injectable()
export class SendingSweeper extends PeriodicJob {
  constructor(
    sendRows: SendRows,
    @Inject(CONFIG) { SENDING_INTERVAL_MS: everyMs }: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    const run = async (isStopping: () => boolean) =>
      (await sendRows.execute(isStopping)) ? ('at once' as const) : undefined;
    super({ name: 'send-files', everyMs, firstInMs: everyMs, run, logger });
  }
}
