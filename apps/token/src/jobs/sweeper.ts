import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { EndSchedules } from '../due-sends/end-schedules.js';
import { PrismaService } from '../database/prisma.service.js';
import { addUpEnded } from '../tokens/token-counts.js';
import { ExpireTokens } from './expire-tokens.js';
import { ForgetAgainWords } from './forget-again-words.js';
import { ForgetEmailAddresses } from './forget-email-addresses.js';
import { ForgetHandOvers } from './forget-hand-overs.js';
import { ForgetPatientChecks } from './forget-patient-checks.js';
import { ForgetPhoneNumbers } from './forget-phone-numbers.js';
import { ForgetProblems } from './forget-problems.js';
import { ForgetSendingJobs } from './forget-sending-jobs.js';
import { OpenNextLinks } from './open-next-links.js';
import { SettleStaleClaims } from './settle-stale-claims.js';

/** Rounds between two runs of the `forgetting` steps: a minute by default. */
const FORGET_EACH = 12;

type Steps = Record<string, (isStopping: () => boolean) => Promise<unknown>>;

/** Runs the scheduled jobs repeatedly, one round at a time, until the service stops. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: PeriodicJob;
  private rounds = 0;

  private readonly inEachRound: Steps = {
    expire: () => this.expireTokens.execute(),
    settle: (isStopping) => this.settleStaleClaims.execute(isStopping),
    'open next links': (isStopping) => this.openNextLinks.execute(isStopping),
    'end schedules': (isStopping) => this.endSchedules.execute(isStopping),
    count: () => this.prisma.$executeRaw(addUpEnded),
  };
  private readonly forgetting: Steps = {
    'forget numbers': () => this.forgetPhoneNumbers.execute(),
    'forget addresses': () => this.forgetEmailAddresses.execute(),
    'forget reports': () => this.forgetProblems.execute(),
    'forget checks': () => this.forgetPatientChecks.execute(),
    'forget words': () => this.forgetAgainWords.execute(),
    'forget files': () => this.forgetSendingJobs.execute(),
    'forget hand-overs': () => this.forgetHandOvers.execute(),
  };

  constructor(
    private readonly expireTokens: ExpireTokens,
    private readonly settleStaleClaims: SettleStaleClaims,
    private readonly forgetPhoneNumbers: ForgetPhoneNumbers,
    private readonly forgetEmailAddresses: ForgetEmailAddresses,
    private readonly forgetProblems: ForgetProblems,
    private readonly forgetPatientChecks: ForgetPatientChecks,
    private readonly forgetAgainWords: ForgetAgainWords,
    private readonly forgetSendingJobs: ForgetSendingJobs,
    private readonly forgetHandOvers: ForgetHandOvers,
    private readonly endSchedules: EndSchedules,
    private readonly openNextLinks: OpenNextLinks,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(CONFIG) { SWEEP_INTERVAL_MS: everyMs }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const run = (isStopping: () => boolean) => this.sweep(isStopping);
    this.job = new PeriodicJob({ name: 'sweep', everyMs, firstInMs: everyMs, run, logger });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  /** Each step runs independently: links are settled even when others cannot be expired, and vice versa. */
  private async sweep(isStopping: () => boolean): Promise<void> {
    const steps =
      this.rounds % FORGET_EACH === 0 ? { ...this.inEachRound, ...this.forgetting } : this.inEachRound;
    this.rounds += 1;
    for (const [step, work] of Object.entries(steps)) {
      if (isStopping()) return;
      try {
        await work(isStopping);
      } catch (err) {
        this.logger.error({ err, step }, 'a scheduled step failed; retrying on the next run');
      }
    }
  }
}
