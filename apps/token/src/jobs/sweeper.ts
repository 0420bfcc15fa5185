import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { LOGGER } from '../logger.js';
import { addUpEnded } from '../tokens/token-counts.js';
import { ExpireTokens } from './expire-tokens.js';
import { ForgetPhoneNumbers } from './forget-phone-numbers.js';
import { SettleStaleClaims } from './settle-stale-claims.js';

/** Rounds between two removals of phone numbers. */
const FORGET_EACH = 12;

/** Runs the scheduled jobs repeatedly; one round at a time, none after the stop. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private stopped = false;
  private rounds = 0;

  constructor(
    private readonly expireTokens: ExpireTokens,
    private readonly settleStaleClaims: SettleStaleClaims,
    private readonly forgetPhoneNumbers: ForgetPhoneNumbers,
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

  /** Not in every round: it looks up every link that was texted and is still open. */
  private async forgetNumbers(): Promise<void> {
    if (this.rounds % FORGET_EACH === 0) await this.forgetPhoneNumbers.execute();
    this.rounds += 1;
  }

  /** Each step by itself: links are settled although others cannot be expired, and the other way round. */
  private async sweep(): Promise<void> {
    const steps: Record<string, () => Promise<unknown>> = {
      expire: () => this.expireTokens.execute(),
      settle: () => this.settleStaleClaims.execute(),
      'forget numbers': () => this.forgetNumbers(),
      count: () => this.prisma.$executeRaw(addUpEnded),
    };
    for (const [step, work] of Object.entries(steps)) {
      try {
        await work();
      } catch (err) {
        this.logger.error({ err, step }, 'a cleanup step failed; retrying at the next run');
      }
    }
  }
}
