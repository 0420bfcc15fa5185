import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob, type Logger } from '@caredrop/service-kit';
import { CONFIG, LOGGER, twilioAccount, type Config } from '../config.js';
import { ReleaseCollections } from '../collected-mail/release-collections.js';
import { ReconcileSms } from '../sms/reconcile-sms.js';
import { ForgetTexts } from './forget-texts.js';
import { PurgeSettled } from './purge-settled.js';

const PURGE_EVERY_MS = 6 * 3_600_000;
const FORGET_EVERY_MS = 5 * 60_000;

/** Runs the jobs in every replica: each claims its rows or can safely run twice. Stopping lets them finish. */
@Injectable()
export class Scheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly jobs: PeriodicJob[];

  constructor(
    reconcileSms: ReconcileSms,
    purgeSettled: PurgeSettled,
    forgetTexts: ForgetTexts,
    releaseCollections: ReleaseCollections,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    const every = (everyMs: number, name: string, useCase: { execute(): Promise<unknown> }) =>
      new PeriodicJob({ name, everyMs, run: async () => void (await useCase.execute()), logger });
    // Without an account the provider cannot be queried; texts in doubt wait until an account is configured
    // again.
    const sms = twilioAccount(config) ? [every(config.SMS_RECONCILE_MS, 'reconcile-sms', reconcileSms)] : [];
    this.jobs = [
      ...sms,
      every(config.MAIL_POLL_MS, 'release-collections', releaseCollections),
      every(FORGET_EVERY_MS, 'forget-texts', forgetTexts),
      every(PURGE_EVERY_MS, 'purge-settled', purgeSettled),
    ];
  }

  onApplicationBootstrap(): void {
    this.jobs.forEach((job) => job.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.stop()));
  }
}
