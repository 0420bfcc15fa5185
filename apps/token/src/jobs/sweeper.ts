import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { LOGGER } from '../logger.js';
import { addUpEnded } from '../tokens/token-counts.js';
import { ExpireTokens } from './expire-tokens.js';
import { SettleStaleClaims } from './settle-stale-claims.js';

/** Runs the scheduled jobs repeatedly; one round at a time, none after the stop. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly expireTokens: ExpireTokens,
    private readonly settleStaleClaims: SettleStaleClaims,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.round = this.sweep().finally(() => this.schedule());
    }, this.config.SWEEP_INTERVAL_MS);
  }

  private async sweep(): Promise<void> {
    try {
      await this.expireTokens.execute();
      await this.settleStaleClaims.execute();
      await this.prisma.$executeRaw(addUpEnded);
    } catch (err) {
      this.logger.error({ err }, 'a sweep failed; the next one tries again');
    }
  }
}
