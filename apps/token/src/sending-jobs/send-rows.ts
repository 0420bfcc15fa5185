import { Inject, Injectable } from '@nestjs/common';
import type { SmsAllowance } from '@caredrop/contracts/internal';
import { UnitOfWork } from '@caredrop/messaging';
import { InternalClient, type Logger } from '@caredrop/service-kit';
import { LOGGER } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import type { SendingJob } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { OwnerStates } from '../people/owner-states.js';
import { emitSendingChanged } from './emit-sending-changed.js';
import { HandOverRow } from './hand-over-row.js';
import { HoldRows } from './hold-rows.js';
import { settleRow, type RowKey } from './settle-row.js';
import { askAllowance, numberProblem } from './sms-allowance.js';
import { ROW_LEASE_MS, TakeRow } from './take-row.js';
import { WaitJob } from './wait-job.js';

/** Maximum number of jobs served in one round. */
const JOBS = 20;
/** Maximum number of rows sent for each job in one round, so that a long file does not hold up the others. */
const ROWS = 10;
/** Delay before the account of a disabled clinician is looked up again. */
const OWNER_AGAIN_MS = 5 * 60_000;

interface DueRow extends RowKey {
  phoneNumber: string | null;
  state: 'waiting' | 'sending';
}

@Injectable()
export class SendRows {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    @Inject(InternalClient) private readonly client: InternalClient,
    private readonly owners: OwnerStates,
    private readonly takeRow: TakeRow,
    private readonly handOverRow: HandOverRow,
    private readonly holdRows: HoldRows,
    private readonly waitJob: WaitJob,
    private readonly metrics: TokenMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Texts and emails some due rows of the running jobs; many replicas may run it concurrently. Texts whose hand-over
   * was interrupted come first. Stops before the next text or email once `isStopping` returns true. Returns whether
   * there may be more to do.
   */
  async execute(isStopping = () => false): Promise<boolean> {
    if (!(await this.hasWork())) return false;
    await this.startDue();
    await this.handOverBroken(isStopping);
    const jobs = await this.prisma.$queryRaw<{ id: string; ownerId: string }[]>`
      SELECT "id", "owner_id" AS "ownerId" FROM "sending_jobs" j
      WHERE "state" = 'running' AND ("waits_until" IS NULL OR "waits_until" <= now())
        AND EXISTS (SELECT 1 FROM "sending_rows" r WHERE r."job_id" = j."id"
          AND r."state" IN ('waiting', 'sending') AND r."due_at" <= now() AND r."lease_until" IS NULL)
      ORDER BY "created_at" LIMIT ${JOBS}`;
    const states = await this.owners.of(jobs.map(({ ownerId }) => ownerId));
    let more = false;
    for (const { id, ownerId } of jobs) {
      if (isStopping()) break;
      const owner = states.get(ownerId);
      if (owner === 'unknown') continue;
      if (owner !== 'enabled') await this.waitJob.execute(id, new Date(Date.now() + OWNER_AGAIN_MS), 'owner');
      else if (await this.attempt(id, ownerId, isStopping)) more = true;
    }
    await this.finish();
    return more;
  }

  /** Limits a round to one query while no file is running or due to start and no lease has ended. */
  private async hasWork(): Promise<boolean> {
    const [found] = await this.prisma.$queryRaw<[{ work: boolean }]>`
      SELECT EXISTS (SELECT 1 FROM "sending_jobs" WHERE "state" = 'running')
        OR EXISTS (SELECT 1 FROM "sending_jobs" WHERE "state" = 'scheduled' AND "start_at" <= now())
        OR EXISTS (SELECT 1 FROM "sending_rows" WHERE "lease_until" <= now()) AS work`;
    return found.work;
  }

  /** A job that fails does not hold up the others; it is tried again on the next run. */
  private async attempt(id: string, ownerId: string, isStopping: () => boolean): Promise<boolean> {
    try {
      return await this.sendSome(id, ownerId, isStopping);
    } catch (err) {
      this.logger.warn({ err, jobId: id }, 'failed to send rows of a file; retrying on the next run');
      return false;
    }
  }

  private async sendSome(jobId: string, senderId: string, isStopping: () => boolean): Promise<boolean> {
    const rows = await this.dueRows(jobId);
    const numbers = rows.flatMap(({ phoneNumber }) => phoneNumber ?? []);
    const allowance = await askAllowance(this.client, senderId, numbers);
    let { left } = allowance;
    for (const row of rows) {
      if (isStopping()) break;
      if (row.state === 'waiting' && (await this.failed(row, allowance))) continue;
      if (row.phoneNumber !== null && left <= 0) {
        await this.holdRows.texts(jobId, allowance.retryAfterSeconds);
        return true;
      }
      if (!(await this.begin(row))) continue;
      left -= 1;
      if (!(await this.handOverRow.execute({ jobId, line: row.line }))) return false;
    }
    return rows.length > 0;
  }

  private dueRows(jobId: string): Promise<DueRow[]> {
    return this.prisma.$queryRaw`
      SELECT "job_id" AS "jobId", "line", "phone_number" AS "phoneNumber", "state" FROM "sending_rows"
      WHERE "job_id" = ${jobId}::uuid AND "state" IN ('waiting', 'sending') AND "due_at" <= now()
        AND "lease_until" IS NULL
      ORDER BY "line" LIMIT ${ROWS}`;
  }

  private async failed(row: DueRow, allowance: SmsAllowance): Promise<boolean> {
    const code = numberProblem(allowance, row.phoneNumber);
    if (code === null) return false;
    const stored = await this.work.run((tx) => settleRow(tx, row, 'waiting', { state: 'failed', code }));
    if (stored) this.metrics.sendingRows.inc({ outcome: 'failed' });
    return true;
  }

  /**
   * Whether this process may hand the text of the row over. A text that was put back counts as written now, so that its
   * reminders are planned from now on, however long the file was paused.
   */
  private async begin({ jobId, line, state }: DueRow): Promise<boolean> {
    if (state === 'waiting') return this.take({ jobId, line });
    const taken = await this.prisma.$executeRaw`
      WITH taken AS (
        UPDATE "sending_rows" r SET "lease_until" = now() + ${ROW_LEASE_MS}::int * interval '1 millisecond'
        FROM (SELECT "id" FROM "sending_jobs" WHERE "id" = ${jobId}::uuid AND "state" = 'running' FOR SHARE) j
        WHERE r."job_id" = j."id" AND r."line" = ${line} AND r."state" = 'sending' AND r."lease_until" IS NULL
        RETURNING r."delivery_id")
      UPDATE "sms_sends" s SET "created_at" = now() FROM taken WHERE s."delivery_id" = taken."delivery_id"`;
    return taken === 1;
  }

  private async take(key: RowKey): Promise<boolean> {
    try {
      return await this.takeRow.execute(key);
    } catch (error) {
      if (!(await this.holdRows.afterRejection(key, error))) throw error;
      return false;
    }
  }

  /**
   * Retries texts whose hand-over was interrupted. They may have been sent, so a pause or a cancellation does not stop
   * them: handing them over again returns their outcome. Those whose link has ended are not handed over again; their
   * outcome stays unknown. Rows that are left when the service stops are tried again once their lease has ended.
   */
  private async handOverBroken(isStopping: () => boolean): Promise<void> {
    const open = await this.prisma.$queryRaw<RowKey[]>`
      UPDATE "sending_rows" SET "lease_until" = now() + ${ROW_LEASE_MS}::int * interval '1 millisecond'
      WHERE ("job_id", "line") IN (
        SELECT "job_id", "line" FROM "sending_rows" WHERE "state" = 'sending' AND "lease_until" <= now()
        LIMIT ${ROWS} FOR UPDATE SKIP LOCKED)
      RETURNING "job_id" AS "jobId", "line"`;
    for (const key of open) if (!isStopping()) await this.handOverAgain(key);
  }

  /** A row that cannot be handed over does not hold up the others; it is tried again once its lease has ended. */
  private async handOverAgain(key: RowKey): Promise<void> {
    try {
      await this.handOverRow.execute(key, { isRetryOfInterrupted: true });
    } catch (err) {
      this.logger.warn(
        { err, ...key },
        'failed to hand a text over again; retrying once its lease has ended',
      );
    }
  }

  /** Starts scheduled jobs that are due. Their clinicians' accounts and limits are checked when rows are sent. */
  private async startDue(): Promise<void> {
    await this.work.run(async (tx, emit) => {
      const started = await tx.$queryRaw<Pick<SendingJob, 'id' | 'ownerId' | 'version'>[]>`
        UPDATE "sending_jobs" SET "state" = 'running', "version" = "version" + 1
        WHERE "state" = 'scheduled' AND "start_at" <= now()
        RETURNING "id", "owner_id" AS "ownerId", "version"`;
      for (const job of started) await emitSendingChanged(emit, job);
    });
  }

  private async finish(): Promise<void> {
    await this.work.run(async (tx, emit) => {
      const done = await tx.$queryRaw<Pick<SendingJob, 'id' | 'ownerId' | 'version'>[]>`
        UPDATE "sending_jobs" j SET "state" = 'done', "ended_at" = now(), "waits_until" = NULL, "waits_for" = NULL,
          "version" = "version" + 1
        WHERE "state" = 'running' AND NOT EXISTS (SELECT 1 FROM "sending_rows" r
          WHERE r."job_id" = j."id" AND r."state" IN ('waiting', 'sending'))
        RETURNING "id", "owner_id" AS "ownerId", "version"`;
      for (const job of done) await emitSendingChanged(emit, job);
    });
  }
}
