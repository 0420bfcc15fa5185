import { Inject, Injectable } from '@nestjs/common';
import {
  emailReason,
  LOST,
  sendingLimits,
  sendingReason,
  sendingWaits,
  type EmailStatus,
  type SendChannel,
  type SendingJob,
  type SendingResults,
  type SendingRowResult,
  type SendingRowState,
} from '@caredrop/contracts';
import { appError, isUuid, mayWorkOn, type Principal } from '@caredrop/service-kit';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma, type SendingJob as Job } from '../generated/prisma/client.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { daysFrom } from '../tokens/token.js';

/** Maximum number of jobs in a person's list. */
const RECENT = 20;

const { sql } = Prisma;

/**
 * A text that may have been sent counts as sent once the provider is known to have accepted a text with its link. A row
 * that is only emailed does not count as sent if its email was not.
 */
const shownState = sql`CASE WHEN (r."state" = 'unconfirmed' OR r."code" = ${LOST}) AND EXISTS (SELECT 1 FROM "sms_sends" s
  WHERE s."token_id" = r."token_id" AND s."accepted" AND s."reminder" IS NULL AND s."thanks" IS NULL)
  THEN 'sent'
  WHEN r."state" = 'sent' AND r."delivery_id" IS NULL AND e."status" IN ('failed', 'cancelled') THEN e."status"
  ELSE r."state" END`;

/** The rows with their emails. */
const rowsWithEmails = sql`"sending_rows" r LEFT JOIN "link_emails" e ON e."delivery_id" = r."email_delivery_id"`;

interface Count {
  jobId: string;
  state: SendingRowState;
  n: number;
  /** The earliest `due_at` of rows that are waiting or being sent. */
  due: Date | null;
  emailsQueued: number;
  /** Leaves out rows that are only emailed: the state of such a row is `failed`. */
  emailsFailed: number;
}

interface Row {
  line: number;
  reference: string;
  state: SendingRowState;
  code: string | null;
  tokenId: string | null;
  texted: boolean;
  emailed: boolean;
  emailStatus: EmailStatus | null;
  emailCode: string | null;
}

@Injectable()
export class SendingJobQueries {
  constructor(
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly presenter: TokenPresenter,
  ) {}

  /** A job that the caller may read: their own, or any for an administrator. Throws 404. */
  async visible(id: string, { userId, role }: Principal): Promise<Job> {
    const job = isUuid(id) ? await this.prisma.sendingJob.findUnique({ where: { id } }) : null;
    if (!job || (job.ownerId !== userId && role !== 'admin')) throw appError('not_found');
    return job;
  }

  /** The person's own jobs, the newest first. */
  async own(ownerId: string): Promise<SendingJob[]> {
    const orderBy = { createdAt: 'desc' } as const;
    return this.present(await this.prisma.sendingJob.findMany({ where: { ownerId }, orderBy, take: RECENT }));
  }

  async one(job: Job): Promise<SendingJob> {
    const [shown] = await this.present([job]);
    if (!shown) throw new Error('a list of one job shows one job');
    return shown;
  }

  /** The rows of a job, in the order of the file. */
  async rows(jobId: string): Promise<SendingRowResult[]> {
    const rows = await this.prisma.$queryRaw<Row[]>`
      SELECT r."line", r."reference", ${shownState} AS state, r."code", r."token_id" AS "tokenId",
        COALESCE(r."delivery_id"::text, r."phone_number") IS NOT NULL AS texted,
        COALESCE(r."email_delivery_id"::text, r."email_address") IS NOT NULL AS emailed,
        e."status" AS "emailStatus", e."error_code" AS "emailCode"
      FROM ${rowsWithEmails}
      WHERE r."job_id" = ${jobId}::uuid ORDER BY r."line"`;
    return rows.map(toResult);
  }

  /** The rows with the values of their links. Links that the reader may no longer work on have no value. */
  async results(jobId: string, reader: Principal): Promise<SendingResults['rows']> {
    const rows = await this.rows(jobId);
    const ids = rows.flatMap(({ tokenId }) => (tokenId ? [tokenId] : []));
    const tokens = await this.prisma.token.findMany({
      where: { id: { in: ids } },
      select: { id: true, ownerId: true, teamId: true, linkKeyId: true, linkSealed: true },
    });
    const own = tokens.filter((token) => mayWorkOn(reader, token));
    const values = new Map(own.map((token) => [token.id, this.presenter.linkValue(token)]));
    return rows.map((row) => {
      const token = row.tokenId && values.get(row.tokenId);
      return { ...row, ...(token && { token }) };
    });
  }

  private async present(jobs: Job[], now = new Date()): Promise<SendingJob[]> {
    const counts = await this.prisma.$queryRaw<Count[]>`
      SELECT r."job_id" AS "jobId", ${shownState} AS state, count(*)::int AS n,
        min(r."due_at") FILTER (WHERE r."state" IN ('waiting', 'sending')) AS due,
        (count(*) FILTER (WHERE e."status" = 'queued'))::int AS "emailsQueued",
        (count(*) FILTER (WHERE e."status" = 'failed' AND r."delivery_id" IS NOT NULL))::int AS "emailsFailed"
      FROM ${rowsWithEmails} WHERE r."job_id" = ANY(${jobs.map(({ id }) => id)}::uuid[]) GROUP BY 1, 2`;
    return jobs.map((job) =>
      toJob(
        job,
        counts.filter(({ jobId }) => jobId === job.id),
        now,
      ),
    );
  }
}

function toResult({ line, reference, state, code, tokenId, ...sent }: Row): SendingRowResult {
  const problem = code !== null && state !== 'sent' ? { code, problem: sendingReason(code) } : {};
  const link = tokenId === null ? {} : { tokenId };
  return { line, reference, state, ...problem, ...channelsOf(sent), ...emailOf(sent), ...link };
}

function channelsOf({
  texted,
  emailed,
}: Pick<Row, 'texted' | 'emailed'>): Pick<SendingRowResult, 'channels'> {
  const channels: SendChannel[] = [
    ...(texted ? ['sms' as const] : []),
    ...(emailed ? ['email' as const] : []),
  ];
  return channels.length > 0 ? { channels } : {};
}

function emailOf({ emailStatus: status, emailCode }: Pick<Row, 'emailStatus' | 'emailCode'>) {
  if (status === null) return {};
  return { email: { status, ...(status === 'failed' && { problem: emailReason(emailCode) }) } };
}

function toJob(job: Job, counts: Count[], now: Date): SendingJob {
  const of = (state: SendingRowState) => counts.find((count) => count.state === state)?.n ?? 0;
  const sumOf = (key: 'n' | 'emailsQueued' | 'emailsFailed') =>
    counts.reduce((sum, count) => sum + count[key], 0);
  const waits = waitOf(job, counts, now);
  return {
    id: job.id,
    user: { firstName: job.ownerFirstName, lastName: job.ownerLastName },
    state: job.state as SendingJob['state'],
    created_at: job.createdAt.toISOString(),
    ...(job.state === 'scheduled' && job.startAt && { startAt: job.startAt.toISOString() }),
    ended_at: job.endedAt?.toISOString() ?? null,
    kept_until: daysFrom(job.endedAt ?? job.createdAt, sendingLimits.keptDays).toISOString(),
    counts: {
      total: sumOf('n'),
      waiting: of('waiting'),
      sending: of('sending'),
      sent: of('sent'),
      unconfirmed: of('unconfirmed'),
      failed: of('failed'),
      cancelled: of('cancelled'),
      emails: { queued: sumOf('emailsQueued'), failed: sumOf('emailsFailed') },
    },
    ...(waits && { waits: { until: waits.until.toISOString(), reason: waits.reason } }),
    ...(job.restored && { restored: true as const }),
  };
}

type Wait = { until: Date; reason: (typeof sendingWaits)[number] };

/** Why nothing is sent now; null if rows are being sent, or if the job is not running. */
function waitOf({ state, waitsUntil, waitsFor }: Job, counts: Count[], now: Date): Wait | null {
  if (state !== 'running') return null;
  const reason = sendingWaits.find((known) => known === waitsFor);
  if (waitsUntil && waitsUntil > now && reason) return { until: waitsUntil, reason };
  const dues = counts.flatMap(({ due }) => (due ? [due.getTime()] : []));
  const next = Math.min(...dues);
  return dues.length > 0 && next > now.getTime() ? { until: new Date(next), reason: 'number' } : null;
}
