import { Inject, Injectable } from '@nestjs/common';
import type { SendingReason } from '@caredrop/contracts';
import { AppError } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { nextReminderHour } from '../reminder-plan/reminder-plan.js';
import type { RowKey } from './settle-row.js';
import { WaitJob } from './wait-job.js';

const { sql } = Prisma;

interface Hold {
  jobId: string;
  which: Prisma.Sql;
  code: SendingReason;
  until: Date;
}

/** Holds the rows that a daily limit affects. Other rows are sent. */
@Injectable()
export class HoldRows {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly waitJob: WaitJob,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CLINIC_TIME_ZONE'>,
  ) {}

  /**
   * When rows that a limit holds up are tried again: once it is reset, but in the hours for reminders, because limits are
   * reset at midnight UTC.
   */
  afterLimit(seconds: number): Date {
    return nextReminderHour(new Date(Date.now() + seconds * 1000), this.config.CLINIC_TIME_ZONE);
  }

  /** Holds all rows with a text: the clinician can send no more texts today. */
  texts(jobId: string, seconds: number): Promise<void> {
    const until = this.afterLimit(seconds);
    return this.holdAll({ jobId, which: sql`"phone_number" IS NOT NULL`, code: 'texts_used_up', until });
  }

  /** Holds the rows that an email limit has refused. Returns false for any other error. */
  async afterRejection({ jobId, line }: RowKey, error: unknown): Promise<boolean> {
    if (!(error instanceof AppError)) return false;
    const { code, retryAfter = 0 } = error;
    const until = this.afterLimit(retryAfter);
    if (code === 'email_address_limit')
      await this.hold({ jobId, which: sql`"line" = ${line}`, code: 'address_used_up', until });
    else if (code === 'email_clinician_limit')
      await this.holdAll({ jobId, which: sql`"email_address" IS NOT NULL`, code: 'emails_used_up', until });
    else return false;
    return true;
  }

  /** Holds rows for a clinician's limit. The job waits once no other row is due. */
  private async holdAll(hold: Hold): Promise<void> {
    await this.hold(hold);
    const [due] = await this.prisma.$queryRaw<object[]>`
      SELECT 1 FROM "sending_rows" WHERE "job_id" = ${hold.jobId}::uuid AND "state" IN ('waiting', 'sending')
        AND "due_at" <= now() AND "lease_until" IS NULL LIMIT 1`;
    if (!due) await this.waitJob.execute(hold.jobId, hold.until, 'limit');
  }

  private async hold({ jobId, which, code, until }: Hold): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE "sending_rows" SET "due_at" = ${until}::timestamptz,
        "code" = CASE WHEN "state" = 'waiting' THEN ${code} END
      WHERE "job_id" = ${jobId}::uuid AND ${which} AND "due_at" <= now() AND "lease_until" IS NULL
        AND "state" IN ('waiting', 'sending')`;
  }
}
