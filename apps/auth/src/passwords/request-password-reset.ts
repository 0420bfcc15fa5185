import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, recordAuditEvent, withMinDuration } from '@caredrop/service-kit';
import { AttemptCounters } from '../back-off/attempt-counters.js';
import { countAttempt, remainingMs, type BackOffRule } from '../back-off/back-off.js';
import { mailsPerAccount } from '../back-off/mail-limit.js';
import { CONFIG, type Config } from '../config.js';
import { AccountRejections } from '../sessions/account-rejections.js';
import type { Tx } from '../database/prisma.service.js';
import { normalizeEmail } from '../users/user.js';
import { openLinkRequest } from '../password-links/open-link-request.js';

const MINUTE = 60_000;
const ACTION = 'password.request_reset';

/** Requests from one address, which may be a whole surgery's. After 50, each further one has to wait (429). */
const perAddress: BackOffRule = { free: 50, firstWaitMs: 1000, maxWaitMs: 30_000, quietMs: 15 * MINUTE };

/**
 * Requests an email that lets the user set a new password. Response and timing are the same for known,
 * unknown and disabled addresses.
 */
@Injectable()
export class RequestPasswordReset {
  constructor(
    private readonly unitOfWork: UnitOfWork<Tx>,
    private readonly counters: AttemptCounters,
    private readonly rejections: AccountRejections,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute(email: string, address: string | null): Promise<void> {
    return withMinDuration(this.config.FORGOT_ANSWER_MS, this.recorded(normalizeEmail(email), address));
  }

  /** A request that causes an email has its audit entry in the same transaction; all others are audited here. */
  private async recorded(email: string, address: string | null): Promise<void> {
    try {
      const reason = await this.request(email, address);
      if (reason) await this.rejections.noteReason(ACTION, { outcome: 'refused', reason }, undefined);
    } catch (error) {
      await this.rejections.note(ACTION, error, undefined);
      throw error;
    }
  }

  /** Returns why there will be no email, for the audit only; null when there will be one. */
  private request(email: string, address: string | null): Promise<string | null> {
    const account = this.counters.keyOf('forgot', email);
    const from = address === null ? null : this.counters.keyOf('forgot-from', address);
    return this.unitOfWork.run(async (tx, emit) => {
      const view = await this.counters.lock(tx, from === null ? [account] : [account, from]);
      const wait = from === null ? 0 : remainingMs(view.of(from), view.now);
      if (wait > 0) throw appError('rate_limited', { retryAfter: wait / 1000 });
      if (from !== null)
        await this.counters.save(tx, from, countAttempt(view.of(from), perAddress, view.now));
      // The response is the same, and nothing is sent.
      if (remainingMs(view.of(account), view.now) > 0) return 'asked_too_often';
      await this.counters.save(tx, account, countAttempt(view.of(account), mailsPerAccount, view.now));
      const user = await nextVersion(tx, email);
      if (!user) return 'no_such_account';
      await openLinkRequest(tx, emit, user, 'reset');
      await recordAuditEvent(emit, { action: ACTION, subject: auditSubject.user(user.id) });
      return null;
    });
  }
}

/** The enabled account of this address, with its version incremented. */
async function nextVersion(tx: Tx, email: string): Promise<{ id: string; version: number } | undefined> {
  const rows = await tx.$queryRaw<{ id: string; version: number }[]>`
    UPDATE users SET version = version + 1 WHERE email = ${email} AND NOT disabled RETURNING id, version`;
  return rows[0];
}
