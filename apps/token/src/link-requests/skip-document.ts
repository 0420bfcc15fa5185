import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent, toAuditOutcome } from '@caredrop/service-kit';
import { aboutToken, type BelongingToken } from '../belonging/about-token.js';
import { CheckRights, type PatientProof } from '../check-rules/check-rights.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { OpenNext } from '../next-links/open-next.js';
import { noProblem } from '../problems/no-problem.js';
import { itemsOf } from '../request-items/request-items.js';
import { LinkRejections } from '../tokens/link-rejections.js';
import { hashTokenValue } from '../tokens/token-value.js';
import { ValidateToken } from '../validation/validate-token.js';

/** Lets a patient skip an optional document of a request. */
@Injectable()
export class SkipDocument {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly validateToken: ValidateToken,
    private readonly openNext: OpenNext,
    private readonly rights: CheckRights,
    private readonly rejections: LinkRejections,
    private readonly metrics: TokenMetrics,
  ) {}

  /**
   * Ends the link and makes the one for the next document, if there is one. Repeating it changes nothing. Throws 400
   * for a required document and for a request for one document, 403 before the patient check is passed, 404, 409 while
   * a document is being received, 410.
   */
  async execute(value: string, proof?: PatientProof): Promise<void> {
    const linkHash = new Uint8Array(hashTokenValue(value));
    const found = await this.prisma.token.findUnique({ where: { linkHash } });
    if (found?.skippedAt) return;
    try {
      const token = await this.validateToken.assertUsable(found);
      await this.requireOptional(token);
      const proven = await this.rights.provenVersion(linkHash, proof);
      if (token.hasCheck && proven === null) throw appError('check_needed');
      await this.work.run((tx, emit) => this.skip(tx, emit, token.id, proven));
    } catch (error) {
      await this.rejections.note('link.skip_document', toAuditOutcome(error), found?.id);
      throw error;
    }
  }

  private async requireOptional({ requestId, itemPosition }: Token): Promise<void> {
    const request = requestId && (await this.prisma.request.findUnique({ where: { id: requestId } }));
    if (!request || !itemsOf(request)[(itemPosition ?? 0) - 1]?.optional) throw appError('bad_request');
  }

  /** One conditional UPDATE, so that neither an upload nor a revocation at the same time is undone. */
  private async skip(tx: Tx, emit: Emit, id: string, proven: number | null): Promise<void> {
    const [row] = await tx.$queryRaw<(BelongingToken & { version: number })[]>`
      UPDATE tokens SET status = 'revoked', revoked_at = now(), skipped_at = now(), version = version + 1
      WHERE id = ${id}::uuid AND status = 'active' AND confirmed_at IS NULL AND expires_at > now()
        AND (claim_id IS NULL OR lease_until <= now()) AND (NOT has_check OR check_version = ${proven}::int)
      RETURNING id, owner_id AS "ownerId", team_id AS "teamId", version`;
    if (!row) throw appError('upload_in_progress');
    // Skipping says the same as this report, unless the patient has added a comment.
    const answered = { id, problemReason: 'no_document', problemComment: null };
    await tx.token.updateMany({ where: answered, data: noProblem });
    const data = aboutToken(row);
    await emit({ type: 'token.revoked', aggregateId: id, aggregateVersion: row.version, data });
    const subject = auditSubject.token(id);
    await recordAuditEvent(emit, { action: 'link.skip_document', subject, actor: 'patient' });
    await this.openNext.execute(tx, emit, id);
    this.metrics.requests.inc({ outcome: 'skipped' });
  }
}
