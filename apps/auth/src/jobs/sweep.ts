import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { sweepRows } from './sweep-rows.js';

/** Runs {@link sweepRows} periodically. Any number of replicas may do so. */
@Injectable()
export class Sweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;

  constructor(
    private readonly prisma: PrismaService,
    @Inject(CONFIG) { SWEEP_INTERVAL_MS: everyMs }: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    const run = () => this.execute();
    this.job = new PeriodicJob({ name: 'sweep', everyMs, firstInMs: everyMs, run, logger });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  async execute(): Promise<void> {
    await sweepRows(this.prisma);
  }
}
