import { Inject, Injectable } from '@nestjs/common';
import type { ReportProblemBody } from '@caredrop/contracts';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { AppError, auditSubject, recordAuditEvent, withMinDuration } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import { TokenMetrics } from '../metrics.js';
import { HolderChanges } from '../tokens/holder-changes.js';
import { LinkRejections } from '../tokens/link-rejections.js';
import { storableText } from '../tokens/storable-text.js';
import { statusOf } from '../tokens/token.js';
import { hashTokenValue } from '../tokens/token-value.js';
import { aboutToken, type BelongingToken } from '../belonging/about-token.js';

/** Repeated reports about one link notify its owner at most once in this time. */
const NOTIFY_MINUTES = 60;

type Reported = BelongingToken & { version: number };

/**
 * Stores a patient's report of why they cannot send the document. Response and timing are the same whether the link is
 * known, unknown, or has ended. Throws 429 if the reports of an active link change too often.
 */
@Injectable()
export class ReportProblem {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly rejections: LinkRejections,
    private readonly changes: HolderChanges,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Pick<Config, 'RENEWAL_ANSWER_MS'>,
  ) {}

  execute(report: ReportProblemBody): Promise<void> {
    const comment = report.comment && storableText(report.comment);
    return withMinDuration(this.config.RENEWAL_ANSWER_MS, this.recorded({ ...report, comment }));
  }

  private async recorded(report: ReportProblemBody): Promise<void> {
    const linkHash = new Uint8Array(hashTokenValue(report.token));
    try {
      if (await this.report(linkHash, report))
        return void this.metrics.problemReports.inc({ outcome: 'reported' });
      const token = await this.prisma.token.findUnique({ where: { linkHash } });
      if (token && statusOf(token, new Date()) === 'active')
        return void this.metrics.problemReports.inc({ outcome: 'repeated' });
      const reason = token ? 'link_not_active' : 'link_unknown';
      this.metrics.problemReports.inc({ outcome: reason });
      await this.rejections.note('token.report_problem', { outcome: 'refused', reason }, token?.id);
    } catch (error) {
      this.metrics.problemReports.inc({ outcome: error instanceof AppError ? error.code : 'error' });
      await this.rejections.noteError('token.report_problem', error, linkHash);
      throw error;
    }
  }

  /** The latest report replaces an earlier one. Repeating the open report changes nothing. */
  private report(
    linkHash: Uint8Array<ArrayBuffer>,
    { reason, comment }: ReportProblemBody,
  ): Promise<boolean> {
    return this.work.run(async (tx, emit) => {
      const [reported] = await tx.$queryRaw<Reported[]>`
        UPDATE tokens SET problem_reason = ${reason}, problem_comment = ${comment}, problem_at = clock_timestamp(),
          version = version + 1
        WHERE link_hash = ${linkHash} AND status = 'active' AND confirmed_at IS NULL AND expires_at > now()
          AND (problem_reason IS DISTINCT FROM ${reason} OR problem_comment IS DISTINCT FROM ${comment})
        RETURNING id, owner_id AS "ownerId", team_id AS "teamId", version`;
      if (!reported) return false;
      await this.changes.count('token.report_problem', reported.id);
      await announce(tx, emit, reported);
      const subject = auditSubject.token(reported.id);
      await recordAuditEvent(emit, { action: 'token.report_problem', subject, actor: 'patient' });
      return true;
    });
  }
}

/**
 * Notifies the owner at most once an hour, unless a clinician has dealt with the earlier report; otherwise only updates
 * open pages. The preceding update has locked the row.
 */
async function announce(tx: Tx, emit: Emit, { version, ...token }: Reported): Promise<void> {
  const due = await tx.$executeRaw`
    UPDATE tokens SET problem_notified_at = now() WHERE id = ${token.id}::uuid AND (problem_notified_at IS NULL
      OR problem_notified_at <= now() - ${NOTIFY_MINUTES}::int * interval '1 minute')`;
  const type = due === 0 ? 'token.problem_changed' : 'token.problem_reported';
  const data = aboutToken(token);
  await emit({ type, aggregateId: token.id, aggregateVersion: version, data });
}
