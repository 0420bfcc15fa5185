import { PeriodicJob, type Logger, type NextRun } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { RenewAutomatically } from './renew-automatically.js';

const MAX_PAUSE_MS = 15 * 60_000;

/** The pause after a number of failed rounds in a row; doubles, so that a long outage adds few entries to the audit. */
export function pauseAfter(failures: number, everyMs: number): NextRun {
  return failures === 0 ? undefined : { inMs: Math.min(everyMs * 2 ** failures, MAX_PAUSE_MS) };
}

/** Renews links automatically. Separate from `Sweeper`, which must not wait for the text message provider. */
@Injectable()
export class RenewalJob extends PeriodicJob {
  constructor(
    renewAutomatically: RenewAutomatically,
    @Inject(CONFIG) { SWEEP_INTERVAL_MS: everyMs }: Pick<Config, 'SWEEP_INTERVAL_MS'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    let failures = 0;
    const run = async (isStopping: () => boolean) => {
      failures = (await renewAutomatically.execute(isStopping)) ? 0 : failures + 1;
      return pauseAfter(failures, everyMs);
    };
    super({ name: 'renew', everyMs, firstInMs: everyMs, run, logger });
  }
}
