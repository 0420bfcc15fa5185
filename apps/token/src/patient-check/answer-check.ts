import { Inject, Injectable } from '@nestjs/common';
import type { CheckLinkResponse, CheckLinkBody } from '@caredrop/contracts';
import { UnitOfWork, type Emit } from '@caredrop/messaging';
import {
  appError,
  AppError,
  auditSubject,
  KeyRing,
  recordAuditEvent,
  withMinDuration,
} from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { PrismaService, type Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { HolderChanges } from '../tokens/holder-changes.js';
import { LinkRejections } from '../tokens/link-rejections.js';
import { hashTokenValue } from '../tokens/token-value.js';
import { ValidateToken } from '../validation/validate-token.js';
import { isBirthDate, openCheckKey } from '../check-rules/check-keys.js';
import { checkLimits } from '../check-rules/check-limits.js';
import { checkState, isLocked, triesLeft } from '../check-rules/check-state.js';
import { makeProof } from '../check-rules/proof.js';
import { aboutToken } from '../belonging/about-token.js';

type Counted = Pick<
  Token,
  | 'id'
  | 'ownerId'
  | 'teamId'
  | 'expiresAt'
  | 'version'
  | 'checkKeyId'
  | 'checkKeySealed'
  | 'checkHash'
  | 'checkInitials'
  | 'checkTries'
  | 'checkWaitsUntil'
  | 'checkVersion'
> & { now: Date };

/** The proof, or the error to throw once the transaction has counted the try. */
type CheckOutcome = CheckLinkResponse | { rejection: AppError };

/** Checks the date of birth that a patient enters for a link. Every response takes the same minimum time. */
@Injectable()
export class AnswerCheck {
  private readonly ring: KeyRing;

  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(PrismaService) private readonly prisma: PrismaService,
    private readonly validateToken: ValidateToken,
    private readonly rejections: LinkRejections,
    private readonly changes: HolderChanges,
    private readonly metrics: TokenMetrics,
    @Inject(CONFIG) private readonly config: Pick<Config, 'LINK_KEYS' | 'RENEWAL_ANSWER_MS'>,
  ) {
    this.ring = new KeyRing(config.LINK_KEYS);
  }

  /** Throws 404, 409, 410, 422, 429. */
  execute(body: CheckLinkBody): Promise<CheckLinkResponse> {
    return withMinDuration(this.config.RENEWAL_ANSWER_MS, this.recorded(body));
  }

  private async recorded(body: CheckLinkBody): Promise<CheckLinkResponse> {
    const linkHash = new Uint8Array(hashTokenValue(body.token));
    try {
      const outcome = await this.compare(linkHash, body);
      if ('rejection' in outcome) throw outcome.rejection;
      this.metrics.patientChecks.inc({ outcome: 'passed' });
      return outcome;
    } catch (error) {
      const outcome = error instanceof AppError ? error.code : 'error';
      this.metrics.patientChecks.inc({ outcome });
      await this.rejections.noteError('token.check_failed', error, linkHash);
      throw error;
    }
  }

  /**
   * Counts the try before comparing, in one transaction with its consequences: the row's lock serialises simultaneous
   * guesses and stops those beyond the limits. A correct date takes back its own try only, so that there are never more
   * than 30 wrong ones before a clinician unlocks the link.
   */
  private async compare(linkHash: Uint8Array<ArrayBuffer>, body: CheckLinkBody): Promise<CheckOutcome> {
    const counted = await this.work.run(async (tx, emit) => {
      const row = await count(tx, linkHash);
      if (!row?.checkHash) return null;
      const key = openCheckKey(this.ring, row);
      if (key && isBirthDate(key, row.checkHash, body.birth_date)) return this.pass(tx, emit, row, key, body);
      return { rejection: await reject(emit, row) };
    });
    return counted ?? { rejection: await this.whyNotCounted(linkHash) };
  }

  private async pass(
    tx: Tx,
    emit: Emit,
    row: Counted,
    key: Buffer,
    { browser }: CheckLinkBody,
  ): Promise<CheckLinkResponse> {
    const { id, expiresAt, now, checkTries, checkVersion: version } = row;
    await this.changes.count('token.check_passed', id);
    const atEndOfRound = checkTries % checkLimits.triesPerRound === 0;
    await tx.token.update({
      where: { id },
      data: {
        checkTries: checkTries - 1,
        checkPassedAt: now,
        ...(atEndOfRound && { checkWaitsUntil: null }),
      },
    });
    const subject = auditSubject.token(id);
    await recordAuditEvent(emit, { action: 'token.check_passed', subject, actor: 'patient' });
    return { proof: makeProof(key, { tokenId: id, version, browser }, expiresAt, now) };
  }

  /** An unknown or ended link is refused in the same way as in validation. */
  private async whyNotCounted(linkHash: Uint8Array<ArrayBuffer>): Promise<AppError> {
    const found = await this.prisma.token.findUnique({ where: { linkHash } });
    const token = await this.validateToken.assertUsable(found);
    if (!token.checkKeyId) return appError('check_not_set');
    const now = new Date();
    const data = { check: checkState(token, false, now) };
    if (isLocked(token)) return appError('check_locked', { data });
    const left = (token.checkWaitsUntil?.getTime() ?? 0) - now.getTime();
    return appError('check_waiting', { data, retryAfter: left / 1000 });
  }
}

/**
 * One conditional UPDATE. The last try of a round blocks the check for a while; if its date is right, `pass` unblocks it
 * at once.
 */
async function count(tx: Tx, linkHash: Uint8Array<ArrayBuffer>): Promise<Counted | undefined> {
  const { triesPerRound: round, triesMax: most, waitMinutes: minutes } = checkLimits;
  const [row] = await tx.$queryRaw<Counted[]>`
    UPDATE tokens SET check_tries = check_tries + 1, version = version + 1,
      check_waits_until = CASE WHEN (check_tries + 1) % ${round}::int = 0
        THEN now() + ${minutes}::int * interval '1 minute' ELSE check_waits_until END
    WHERE link_hash = ${linkHash} AND has_check AND check_hash IS NOT NULL AND status = 'active'
      AND confirmed_at IS NULL AND expires_at > now() AND check_tries < ${most}::int
      AND (check_waits_until IS NULL OR check_waits_until <= now())
    RETURNING id, owner_id AS "ownerId", team_id AS "teamId", expires_at AS "expiresAt", check_key_id AS "checkKeyId",
      check_key_sealed AS "checkKeySealed", check_hash AS "checkHash", check_initials AS "checkInitials",
      check_tries AS "checkTries", check_waits_until AS "checkWaitsUntil", check_version AS "checkVersion", version,
      now() AS now`;
  return row;
}

/** The try that locks the link is the last one, so the owner is notified exactly once. */
async function reject(emit: Emit, row: Counted): Promise<AppError> {
  const { id, version, checkTries, now } = row;
  if (isLocked(row)) {
    const data = aboutToken(row);
    await emit({ type: 'token.check_locked', aggregateId: id, aggregateVersion: version, data });
    const subject = auditSubject.token(id);
    await recordAuditEvent(emit, { action: 'token.check_locked', subject, actor: 'patient' });
  }
  const data = { check: checkState(row, false, now) };
  return appError('check_wrong', { params: { left: triesLeft(checkTries) }, data });
}
