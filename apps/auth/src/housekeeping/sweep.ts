import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';

/**
 * Deletes what can no longer matter: sessions and password links a week after their end, half-done sign-ins and
 * set-ups of a second factor, counters of attempts when their memory is over. Any replica may do it, all of them at once as well.
 */
@Injectable()
export class Sweep implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly prisma: PrismaService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const sweep = () => {
      this.running = this.runSafely();
    };
    this.timer = setInterval(sweep, this.config.SWEEP_INTERVAL_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  async run(): Promise<void> {
    await this.prisma.$executeRaw`DELETE FROM sessions WHERE expires_at < now() - interval '7 days'`;
    await this.prisma.$executeRaw`DELETE FROM password_links WHERE expires_at < now() - interval '7 days'`;
    await this.prisma.$executeRaw`DELETE FROM sign_in_tickets WHERE expires_at < now()`;
    await this.prisma.$executeRaw`DELETE FROM second_factor_enrolments WHERE expires_at < now()`;
    await this.prisma.$executeRaw`
      DELETE FROM attempt_counters
       WHERE touched_at < now() - CASE WHEN succeeded_at IS NULL THEN interval '1 day' ELSE interval '31 days' END`;
  }

  private async runSafely(): Promise<void> {
    try {
      await this.run();
    } catch (error) {
      this.logger.error({ err: error }, 'sweep failed, the next one tries again');
    }
  }
}
