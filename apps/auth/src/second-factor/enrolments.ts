import { Injectable } from '@nestjs/common';
import type { Enrolment } from '@caredrop/contracts';
import type { Tx } from '../database/prisma.service.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SealedSecrets, type SealedSecret } from './sealed-secrets.js';
import { SpendCode } from './spend-code.js';
import { voidMfaChallenges } from './mfa-challenges.js';
import { forAuthenticator, newTotpSecret } from './totp.js';

const LIVES_SECONDS = 15 * 60;

/**
 * Sets up an authenticator app: a secret is issued, and becomes valid only once it is confirmed by a code.
 */
@Injectable()
export class Enrolments {
  constructor(
    private readonly secrets: SealedSecrets,
    private readonly codes: SpendCode,
    private readonly recoveryCodes: RecoveryCodes,
  ) {}

  /**
   * Issues a new secret; an earlier unconfirmed one is dropped. A factor in use stays valid until the new one is
   * confirmed.
   */
  async begin(tx: Tx, account: { id: string; email: string }): Promise<Enrolment> {
    const secret = newTotpSecret();
    const { keyId, sealedSecret } = this.secrets.seal(account.id, secret);
    const rows = await tx.$queryRaw<{ expiresAt: Date }[]>`
      INSERT INTO second_factor_enrolments (user_id, key_id, sealed_secret, expires_at)
      VALUES (${account.id}::uuid, ${keyId}, ${sealedSecret}::bytea, now() + ${LIVES_SECONDS}::int * interval '1 second')
          ON CONFLICT (user_id) DO UPDATE SET key_id = excluded.key_id, sealed_secret = excluded.sealed_secret,
             expires_at = excluded.expires_at
      RETURNING expires_at AS "expiresAt"`;
    const [row] = rows;
    if (!row) throw new Error('the second factor enrolment was not stored');
    return { ...forAuthenticator(secret, account.email), expiresAt: row.expiresAt.toISOString() };
  }

  /**
   * Makes the secret the user's second factor, replacing an earlier one, and returns its recovery codes.
   * `over`: no set-up is in progress; `wrong`: the code does not match, which is counted, so the caller must
   * let the transaction commit. The account must be locked. Every incomplete sign-in ends, because it began
   * before this factor existed.
   */
  async confirm(tx: Tx, userId: string, typed: string): Promise<string[] | 'over' | 'wrong'> {
    const enrolment = await this.pending(tx, userId);
    if (!enrolment) return 'over';
    const step = await this.codes.stepOfNew(tx, userId, enrolment, typed);
    if (step === null) return 'wrong';
    const factor = { ...enrolment, lastStep: BigInt(step), createdAt: new Date() };
    await tx.secondFactor.upsert({ where: { userId }, create: { userId, ...factor }, update: factor });
    await dropEnrolment(tx, userId);
    await voidMfaChallenges(tx, userId);
    return this.recoveryCodes.renew(tx, userId);
  }

  private async pending(tx: Tx, userId: string): Promise<SealedSecret | undefined> {
    const rows = await tx.$queryRaw<SealedSecret[]>`
      SELECT key_id AS "keyId", sealed_secret AS "sealedSecret" FROM second_factor_enrolments
       WHERE user_id = ${userId}::uuid AND expires_at > now()`;
    return rows[0];
  }
}

/** Whether the user has a second factor. Stable only while the account is locked. */
export async function hasSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.secondFactor.count({ where: { userId } })) > 0;
}

/** Deletes the user's unconfirmed set-up, if there is one. */
export async function dropEnrolment(tx: Tx, userId: string): Promise<void> {
  await tx.secondFactorEnrolment.deleteMany({ where: { userId } });
}

/**
 * Removes the second factor with everything that belongs to it, incomplete sign-ins included. Returns false if there
 * was none.
 */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await voidMfaChallenges(tx, userId);
  await dropEnrolment(tx, userId);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  const { count } = await tx.secondFactor.deleteMany({ where: { userId } });
  return count > 0;
}
