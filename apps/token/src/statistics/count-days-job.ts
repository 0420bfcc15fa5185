import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { CountDays } from './count-days.js';

/** Rounds of the sweeper between two counts: a minute by default. */
const ROUNDS = 12;

/** Counts days repeatedly. Not part of the sweeper, which must not wait for it. */
@Injectable()
export class CountDaysJob extends PeriodicJob {
  constructor(
    countDays: CountDays,
    @Inject(CONFIG) { SWEEP_INTERVAL_MS }: Pick<Config, 'SWEEP_INTERVAL_MS'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    const everyMs = SWEEP_INTERVAL_MS * ROUNDS;
    const run = async () => ((await countDays.execute()) > 0 ? ('at once' as const) : undefined);
    super({ name: 'count-days', everyMs, firstInMs: everyMs, run, logger });
  }
}
