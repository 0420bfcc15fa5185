import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { UploadReceipt } from '@caredrop/contracts';
import type { ClaimAnswer, ClaimedToken } from '@caredrop/contracts/internal';
import { AppError, rawPgClient, ServiceCallFailed, type Logger } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, type Config } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import { InspectorsUnavailable } from '../inspector/inspector-pool.js';
import { DocumentMetrics } from '../metrics.js';
import { WorkInFlight } from '../jobs/work-in-flight.js';
import { BufferPool } from '../storage/buffer-pool.js';
import { KeyServiceUnavailable } from '../storage/data-keys.js';
import { OBJECT_STORE, StorageFull, StorageUnavailable, type ObjectStore } from '../storage/object-store.js';
import { PurgeWorker } from '../storage/purge-worker.js';
import { StorageCapacity } from '../storage/storage-capacity.js';
import { newStorageKey } from '../storage/storage-key.js';
import { forgetAttempt, openAttempt, settleAttempt, type Ending, type NewAttempt } from './attempts.js';
import { Claims } from './claims.js';
import { CommitUpload, type Acceptance } from './commit-upload.js';
import { findReceipt, ownReceipt, sha256, type OwnReceipt } from './ledger.js';
import { Lease } from './lease.js';
import { PrepareFile } from './prepare-file.js';
import { Quota } from './quota.js';
import { AdmitUpload } from './admit-upload.js';
import { ReceiveBody } from './receive-body.js';
import { OverShare, type Place } from './upload-places.js';
import { UploadRefusals } from './upload-refusals.js';
import * as refuse from './upload.errors.js';

/** A patient's request, its body not yet read. */
export interface IncomingUpload {
  request: IncomingMessage;
  contentType: string;
  link: string;
  idempotencyHash: string | null;
}

const LONGEST_LINK = 200;
const SETTLE_TRIES = 4;

/**
 * Receives one document through one link, once. Whatever fails before the commit leaves the link usable and
 * nothing stored; the attempt's row decides everything that is in doubt.
 */
@Injectable()
export class ReceiveUpload {
  /** For the two statements at the start of every upload (docs/adr/0016). */
  private readonly sql: ReturnType<typeof rawPgClient>;

  constructor(
    private readonly prisma: PrismaService,
    private readonly claims: Claims,
    private readonly prepare: PrepareFile,
    private readonly commitUpload: CommitUpload,
    private readonly quota: Quota,
    private readonly purges: PurgeWorker,
    private readonly work: WorkInFlight,
    private readonly metrics: DocumentMetrics,
    private readonly storageCapacity: StorageCapacity,
    private readonly refusals: UploadRefusals,
    private readonly admission: AdmitUpload,
    private readonly body: ReceiveBody,
    private readonly buffers: BufferPool,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.sql = rawPgClient(prisma.pool);
  }

  /**
   * Returns the receipt; the same link, idempotency key and file return it again. Throws the error to send,
   * or ClientGone when the client has disconnected.
   */
  async execute(upload: IncomingUpload): Promise<UploadReceipt> {
    if (upload.link === '' || upload.link.length > LONGEST_LINK) throw refuse.linkUnknown();
    const earlier = await this.findOwnReceipt(upload);
    if (earlier)
      return this.admission.execute(upload, (place) => this.replay(earlier, upload, place), {
        stores: false,
      });
    return this.admission.execute(upload, (place) => this.receive(upload, place));
  }

  /** The ledger's entry for this link and key. Throws 410 when it has another key. */
  private async findOwnReceipt({ link, idempotencyHash }: IncomingUpload): Promise<OwnReceipt | undefined> {
    const entry = await findReceipt(this.sql, sha256(link));
    return entry && ownReceipt(entry, idempotencyHash);
  }

  /**
   * Returns an earlier upload's receipt once the same file has been read again: for a different file,
   * "received" would be untrue.
   */
  private async replay(
    { receipt, receivedSha256 }: OwnReceipt,
    upload: IncomingUpload,
    place: Place,
  ): Promise<UploadReceipt> {
    const { signal } = new AbortController();
    const link = sha256(upload.link).toString('base64');
    const body = await this.body.execute(upload, place, signal);
    const digest = await this.prepare.digest(body, { owner: link, member: link }, signal);
    if (!digest.equals(receivedSha256)) throw refuse.otherDocument();
    return receipt;
  }

  private async receive(upload: IncomingUpload, place: Place): Promise<UploadReceipt> {
    const attempt = newAttempt(upload);
    await openAttempt(this.sql, attempt);
    const claimed = await this.metrics.timed('claim', () => this.claim(upload, attempt));
    if (claimed.outcome !== 'claimed') return this.answerRefusedClaim(claimed, upload, place);
    const acceptance = await this.takeIn(upload, attempt, claimed.token, place);
    await this.metrics.timed('commit', () => this.commit(acceptance, upload));
    this.completeLater(acceptance);
    return toReceipt(acceptance);
  }

  /** Any outcome but 'claimed', or none: the attempt is ended before the error is sent. */
  private async claim({ link, idempotencyHash }: IncomingUpload, attempt: NewAttempt): Promise<ClaimAnswer> {
    try {
      const answer = await this.claims.claim({ token: link, claimId: attempt.claimId, idempotencyHash });
      if (answer.outcome !== 'claimed') await forgetAttempt(this.prisma, attempt.claimId);
      return answer;
    } catch (error) {
      await this.giveUp(attempt, { stored: false });
      throw toRefusal(error);
    }
  }

  private async answerRefusedClaim(
    answer: Exclude<ClaimAnswer, { outcome: 'claimed' }>,
    upload: IncomingUpload,
    place: Place,
  ) {
    if (answer.outcome === 'used') {
      // Our own earlier upload may have committed while this one waited.
      const earlier = await this.findOwnReceipt(upload);
      if (earlier) return this.replay(earlier, upload, place);
      throw refuse.linkUsed({ receivedAt: answer.receivedAt, patientRefId: answer.patientRefId });
    }
    if (answer.outcome === 'finishing') throw refuse.uploadNotFinished(answer.retryAfterSeconds);
    throw refusedClaims[answer.outcome]();
  }

  /** From the first byte to the confirmation; releases the link when anything fails. */
  private async takeIn(
    upload: IncomingUpload,
    attempt: NewAttempt,
    token: ClaimedToken,
    place: Place,
  ): Promise<Acceptance> {
    const lost = new AbortController();
    const onLost = () => lost.abort(refuse.uploadInProgress());
    const lease = new Lease(this.claims, attempt.claimId, this.config.RENEW_INTERVAL_MS, onLost, this.logger);
    let stored = false;
    try {
      place.claimFor(token.ownerId);
      await this.quota.admit(token.ownerId);
      const { object, buffers, receivedAt, digests, ...facts } = await this.receiveFile(
        upload,
        { ...attempt, ...token },
        place,
        lost.signal,
      );
      lost.signal.throwIfAborted();
      stored = true;
      const putting = this.metrics.timed('store', () => this.put(attempt, object));
      const [made] = await Promise.all([digests, putting]);
      for (const { buffer, used } of buffers) this.buffers.give(buffer, used);
      lost.signal.throwIfAborted();
      lease.end();
      await this.metrics.timed('confirm', () => this.confirm(attempt, receivedAt));
      return { attempt, token, link: upload.link, file: { ...facts, ...made }, receivedAt };
    } catch (error) {
      lease.end();
      await this.giveUp(attempt, { stored });
      const refusal = toRefusal(error);
      await this.refusals.note(refusal, token);
      throw refusal;
    }
  }

  private async put({ storageKey }: NewAttempt, object: Buffer): Promise<void> {
    try {
      await this.store.put(storageKey, object);
      this.storageCapacity.recordFreed();
    } catch (error) {
      if (error instanceof StorageFull) this.storageCapacity.recordFull();
      throw error;
    }
  }

  private async receiveFile(
    upload: IncomingUpload,
    ids: NewAttempt & ClaimedToken,
    place: Place,
    lost: AbortSignal,
  ) {
    const body = await this.metrics.timed('body', () => this.body.execute(upload, place, lost));
    const receivedAt = new Date();
    const whose = { owner: ids.ownerId, member: ids.tokenId };
    const prepared = await this.metrics.timed('prepare', () => this.prepare.execute(body, whose, ids, lost));
    return { ...prepared, receivedAt };
  }

  private async confirm({ claimId, documentId }: NewAttempt, receivedAt: Date): Promise<void> {
    const { outcome } = await this.claims.confirm(claimId, {
      documentId,
      receivedAt: receivedAt.toISOString(),
    });
    if (outcome === 'revoked') throw refuse.linkRevoked();
    if (outcome === 'lost') throw refuse.uploadInProgress();
  }

  /**
   * Commits; when that fails, the attempt's row decides whether it happened: settling waits for a commit in
   * progress and rules out a later one. Only then is anything released or deleted; while the database is
   * unavailable nothing is, and the patient's next try or the token service's settling finds out.
   */
  private async commit(acceptance: Acceptance, upload: IncomingUpload): Promise<void> {
    try {
      await this.commitUpload.execute(acceptance);
    } catch (error) {
      this.logger.error({ err: error }, 'a commit failed, or its result is unknown');
      const ending = await this.decide(acceptance.attempt);
      if (ending?.state === 'completed') return;
      if (!ending) throw refuse.tryAgain();
      await this.release(acceptance.attempt);
      await this.findOwnReceipt(upload);
      throw refuse.tryAgain();
    }
  }

  private async decide({ claimId }: NewAttempt): Promise<Ending | undefined> {
    for (let tried = 1; tried <= SETTLE_TRIES; tried += 1) {
      try {
        const ending = await settleAttempt(this.prisma, claimId, this.config.LATE_WRITE_MS);
        this.purges.wake();
        return ending;
      } catch (error) {
        this.logger.error({ err: error }, 'failed to settle an upload attempt');
        await delay(this.config.CONFIRM_RETRY_MS * tried);
      }
    }
    return undefined;
  }

  /** Abandons the attempt for good and only then releases the link. */
  private async giveUp(attempt: NewAttempt, { stored }: { stored: boolean }): Promise<void> {
    try {
      await settleAttempt(this.prisma, attempt.claimId, this.config.LATE_WRITE_MS, !stored);
    } catch (error) {
      // Don't release the claim: the attempt may still commit. The lease will expire.
      this.logger.error({ err: error }, 'failed to abandon an upload attempt');
      return;
    }
    if (stored) this.purges.wake();
    await this.release(attempt);
  }

  private async release({ claimId }: NewAttempt): Promise<void> {
    try {
      await this.claims.release(claimId);
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to release a claim; its lease will expire');
    }
  }

  /** Best effort: `upload.completed` reports the same, later. */
  private completeLater({ attempt, receivedAt }: Acceptance): void {
    const body = { documentId: attempt.documentId, receivedAt: receivedAt.toISOString() };
    const telling = this.claims
      .complete(attempt.claimId, body)
      .catch((error: unknown) =>
        this.logger.info({ err: error }, 'failed to complete a claim; its event will complete it'),
      );
    void this.work.track(telling);
  }
}

const refusedClaims = {
  busy: refuse.uploadInProgress,
  expired: refuse.linkExpired,
  revoked: refuse.linkRevoked,
  unknown: refuse.linkUnknown,
};

function newAttempt({ link, idempotencyHash }: IncomingUpload): NewAttempt {
  return {
    claimId: randomUUID(),
    documentId: randomUUID(),
    storageKey: newStorageKey(),
    tokenHash: sha256(link),
    idempotencyHash,
  };
}

/** Errors not caused by the file: the same upload may succeed in a moment. */
const ours = [ServiceCallFailed, KeyServiceUnavailable, InspectorsUnavailable, OverShare];

function toRefusal(error: unknown): unknown {
  if (error instanceof StorageUnavailable) return Object.assign(refuse.storageDown(), { cause: error });
  if (ours.some((kind) => error instanceof kind)) return Object.assign(refuse.tryAgain(), { cause: error });
  return error;
}

function toReceipt({ token, file, receivedAt }: Acceptance): UploadReceipt {
  return {
    file_name: file.fileName,
    file_size: file.fileSize,
    patientRefId: token.patientRefId,
    receivedAt: receivedAt.toISOString(),
  };
}

/** The outcome of an upload, for the metric. */
export const outcomeOf = (error: unknown): string =>
  error instanceof AppError ? error.code : error instanceof refuse.ClientGone ? 'client_gone' : 'error';
