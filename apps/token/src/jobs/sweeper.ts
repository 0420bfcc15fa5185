import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { addUpEnded } from '../tokens/token-counts.js';
import { RenewAutomatically } from '../renewals/renew-automatically.js';
import { ExpireTokens } from './expire-tokens.js';
import { ForgetAgainWords } from './forget-again-words.js';
import { ForgetPatientChecks } from './forget-patient-checks.js';
import { ForgetPhoneNumbers } from './forget-phone-numbers.js';
import { ForgetProblems } from './forget-problems.js';
import { ForgetSendingJobs } from './forget-sending-jobs.js';
import { SettleStaleClaims } from './settle-stale-claims.js';

/** Rounds between two removals of phone numbers. */
const FORGET_EACH = 12;

/** Runs the scheduled jobs repeatedly; one round at a time, none after the stop. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;
  private rounds = 0;

  constructor(
    private readonly expireTokens: ExpireTokens,
    private readonly settleStaleClaims: SettleStaleClaims,
    private readonly forgetPhoneNumbers: ForgetPhoneNumbers,
    private readonly forgetProblems: ForgetProblems,
    private readonly forgetPatientChecks: ForgetPatientChecks,
    private readonly forgetAgainWords: ForgetAgainWords,
    private readonly forgetSendingJobs: ForgetSendingJobs,
    private readonly renewAutomatically: RenewAutomatically,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) { SWEEP_INTERVAL_MS: everyMs }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const run = () => this.sweep();
    this.job = new PeriodicJob({ name: 'sweep', everyMs, firstInMs: everyMs, run, logger });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  /** Not in every round, because it looks up every link that was texted and is still open. */
  private async forgetNumbers(): Promise<void> {
    if (this.rounds % FORGET_EACH === 0) await this.forgetPhoneNumbers.execute();
    this.rounds += 1;
  }

  /** Each step runs independently: links are settled even when others cannot be expired, and vice versa. */
  private async sweep(): Promise<void> {
    const steps: Record<string, () => Promise<unknown>> = {
      expire: () => this.expireTokens.execute(),
      settle: () => this.settleStaleClaims.execute(),
      'forget numbers': () => this.forgetNumbers(),
      'forget reports': () => this.forgetProblems.execute(),
      'forget checks': () => this.forgetPatientChecks.execute(),
      'forget words': () => this.forgetAgainWords.execute(),
      'forget files': () => this.forgetSendingJobs.execute(),
      renew: () => this.renewAutomatically.execute(),
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
