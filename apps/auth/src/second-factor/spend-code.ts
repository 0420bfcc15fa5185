import { Injectable } from '@nestjs/common';
import type { Emit } from '@caredrop/messaging';
import { appError, type AuditEvent } from '@caredrop/service-kit';
import { AttemptCounters } from '../back-off/attempt-counters.js';
import { countAttempt, remainingMs, type BackOffRule } from '../back-off/back-off.js';
import type { Tx } from '../database/prisma.service.js';
import { emitSecondFactorChange } from './emit-second-factor-change.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SealedSecrets, type SealedSecret } from './sealed-secrets.js';
import { stepOf } from './totp.js';
import { readCode } from './typed-code.js';

/**
 * Limits wrong codes per account. The delays may be longer than those for passwords: only a client that knows the
 * password or has a session gets here, so strangers cannot make the owner wait. At most about 290 guesses a day are
 * possible, each with 3 chances in a million.
 */
const perAccount: BackOffRule = {
  free: 5,
  firstWaitMs: 5_000,
  maxWaitMs: 5 * 60_000,
  quietMs: 24 * 60 * 60_000,
};

/** Accepts each code once, with increasing delays after wrong codes. */
@Injectable()
export class SpendCode {
  constructor(
    private readonly counters: AttemptCounters,
    private readonly secrets: SealedSecrets,
    private readonly recoveryCodes: RecoveryCodes,
  ) {}

  /**
   * Uses up a code of the enabled factor. The use of a recovery code is reported to the user by email. Returns false if
   * the code is wrong, used or too old, which is counted, so the caller must let the transaction commit. Throws 429
   * while the account is throttled after failures.
   *
   * @param actor the user who is signing in, for whom there is no session yet
   */
  async execute(
    tx: Tx,
    emit: Emit,
    userId: string,
    typed: string,
    actor?: AuditEvent['actor'],
  ): Promise<boolean> {
    const spent = await this.counted(tx, userId, async (now) => {
      const code = readCode(typed);
      if (code?.kind === 'app') return (await this.spendAppCode(tx, userId, code.code, now)) ? 'app' : null;
      if (code?.kind === 'recovery')
        return (await this.recoveryCodes.spend(tx, userId, code.code)) ? 'recovery' : null;
      return null;
    });
    if (spent === 'recovery') await emitSecondFactorChange(tx, emit, userId, 'recovery_used', actor);
    return spent !== null;
  }

  /** The time step of a code made with a secret that is being set up; null if the code is wrong, which is counted. */
  stepOfNew(tx: Tx, userId: string, sealed: SealedSecret, typed: string): Promise<number | null> {
    return this.counted(tx, userId, async (now) => {
      const code = readCode(typed);
      return code?.kind === 'app' ? stepOf(this.secrets.open(userId, sealed), code.code, now) : null;
    });
  }

  private async counted<Result>(
    tx: Tx,
    userId: string,
    work: (now: Date) => Promise<Result | null>,
  ): Promise<Result | null> {
    const key = this.counters.keyOf('second-factor', userId);
    const view = await this.counters.lock(tx, [key]);
    const wait = remainingMs(view.of(key), view.now);
    if (wait > 0) throw appError('rate_limited', { retryAfter: wait / 1000 });
    const result = await work(view.now);
    if (result === null) await this.counters.save(tx, key, countAttempt(view.of(key), perAccount, view.now));
    else await this.counters.clear(tx, [key], []);
    return result;
  }

  private async spendAppCode(tx: Tx, userId: string, code: string, now: Date): Promise<boolean> {
    const factor = await tx.secondFactor.findUnique({ where: { userId } });
    if (!factor) return false;
    const secret = this.secrets.open(userId, factor);
    const step = stepOf(secret, code, now);
    if (step === null) return false;
    const { keyId, sealedSecret } = this.secrets.isOld(factor) ? this.secrets.seal(userId, secret) : factor;
    // A used time step and all earlier ones stay invalid, so an observed code is useless.
    const spent = await tx.$executeRaw`
      UPDATE second_factors SET last_step = ${step}::bigint, key_id = ${keyId}, sealed_secret = ${sealedSecret}::bytea
       WHERE user_id = ${userId}::uuid AND last_step < ${step}::bigint`;
    return spent === 1;
  }
}
