import { randomUUID } from 'node:crypto';
import type { ClaimResponse, ClaimedToken, PreviewClaimResponse } from '@caredrop/contracts/internal';
import { rawPgClient, ServiceCallFailed, type Logger } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, type Config } from '../../config.js';
import { PrismaService } from '../../database/prisma.service.js';
import { newStorageKey } from '../../storage/storage-key.js';
import { forgetAttempt, openAttempt, type NewAttempt } from '../attempts.js';
import { Claims } from '../claims.js';
import { EndAttempt } from '../end-attempt.js';
import type { IncomingUpload } from '../incoming-upload.js';
import { sha256 } from '../ledger.js';
import { Lease } from '../lease.js';
import { toRejection } from '../to-rejection.js';

/** A link that only this upload may use. */
export interface ClaimedLink {
  outcome: 'claimed';
  attempt: NewAttempt;
  token: ClaimedToken;
  lease: Lease;
  /** Whether abandoning the attempt must delete its object. */
  objectMayExist: boolean;
}

/** Claims the link for this upload, under an attempt that was written first. */
@Injectable()
export class ClaimLink {
  /** Inserts the attempt of every new upload, so it bypasses Prisma (docs/adr/0016). */
  private readonly sql: ReturnType<typeof rawPgClient>;

  constructor(
    private readonly prisma: PrismaService,
    private readonly claims: Claims,
    private readonly ending: EndAttempt,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.sql = rawPgClient(prisma.pool);
  }

  /** Why the link cannot be used any more; null if it can be, or if the token service does not respond. */
  async findEnd({ link }: IncomingUpload): Promise<EndedLink | null> {
    try {
      const response = await this.claims.preview(link);
      return response.outcome === 'usable' ? null : response;
    } catch (error) {
      if (error instanceof ServiceCallFailed) return null;
      throw error;
    }
  }

  /** Writes the attempt, so that the outcome can be looked up and settled whatever happens later. */
  async open({ link, idempotencyHash }: IncomingUpload): Promise<NewAttempt> {
    const attempt = {
      claimId: randomUUID(),
      documentId: randomUUID(),
      storageKey: newStorageKey(),
      tokenHash: sha256(link),
      idempotencyHash,
    };
    await openAttempt(this.sql, attempt);
    return attempt;
  }

  /**
   * Unless the link is claimed, the attempt is deleted (claim denied) or abandoned (outcome unknown) before this
   * returns or throws; if the database fails, it stays open for the sweep.
   */
  async execute(
    { link, idempotencyHash, patient }: IncomingUpload,
    attempt: NewAttempt,
  ): Promise<ClaimedLink | RejectedClaim> {
    const { claimId } = attempt;
    try {
      const response = await this.claims.claim({
        token: link,
        claimId,
        idempotencyHash,
        ...(patient && { patient }),
      });
      if (response.outcome === 'claimed') return this.hold(attempt, response.token);
      await forgetAttempt(this.prisma, claimId);
      return response;
    } catch (error) {
      await this.ending.abandon(attempt, { stored: false });
      throw toRejection(error);
    }
  }

  /** Abandons the attempt, has its object deleted if there may be one, and releases the link. */
  async undo({ attempt, lease, objectMayExist }: ClaimedLink): Promise<void> {
    lease.end();
    await this.ending.abandon(attempt, { stored: objectMayExist });
  }

  private hold(attempt: NewAttempt, token: ClaimedToken): ClaimedLink {
    const lease = new Lease(this.claims, attempt.claimId, this.config.RENEW_INTERVAL_MS, this.logger);
    return { outcome: 'claimed', attempt, token, lease, objectMayExist: false };
  }
}

export type EndedLink = Exclude<PreviewClaimResponse, { outcome: 'usable' }>;
export type RejectedClaim = Exclude<ClaimResponse, { outcome: 'claimed' }>;
