import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { HandOverLinks } from './hand-over-links.js';

/** Moves links until none is left. Not part of the sweeper, whose other steps must not wait for thousands of links. */
@Injectable()
export class HandOverJob extends PeriodicJob {
  constructor(
    handOverLinks: HandOverLinks,
    @Inject(CONFIG) { SWEEP_INTERVAL_MS: everyMs }: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    const run = async () => ((await handOverLinks.execute()) ? ('at once' as const) : undefined);
    super({ name: 'hand-over-links', everyMs, firstInMs: everyMs, run, logger });
  }
}
