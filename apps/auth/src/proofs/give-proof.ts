import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, counter, recordAuditEvent, type Principal } from '@caredrop/service-kit';
import { SignInBackOff } from '../back-off/sign-in-back-off.js';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import { lockAccount } from '../users/account.js';
import { ConfirmPassword } from '../second-factor/confirm-password.js';
import { wrongCode } from '../second-factor/rejections.js';
import { SpendCode } from '../second-factor/spend-code.js';
import { AccountRejections } from '../sessions/account-rejections.js';
import { markProven } from './mark-proven.js';

const proofs = counter('auth_fresh_proofs_total', 'Attempts to confirm who is signed in, by outcome', [
  'outcome',
]);

export interface Proof {
  password: string;
  code?: string | null | undefined;
}

/**
 * Records a fresh proof of the signed-in user's identity: the password, and a code where the account has a
 * second factor (docs/adr/0023). Wrong passwords are counted separately from failed sign-ins.
 */
@Injectable()
export class GiveProof {
  constructor(
    private readonly unitOfWork: UnitOfWork<Tx>,
    private readonly password: ConfirmPassword,
    private readonly codes: SpendCode,
    private readonly backOff: SignInBackOff,
    private readonly rejections: AccountRejections,
    @Inject(CONFIG) private readonly config: Pick<Config, 'FRESH_PROOF_SECONDS'>,
  ) {}

  /**
   * Returns when the proof expires. Throws 400 for a wrong password or code, and 429 while failures make the account
   * wait.
   */
  async execute(person: Principal, proof: Proof, address: string | null): Promise<Date> {
    try {
      await this.password.execute(person.userId, proof.password);
      const until = await this.prove(person, proof.code ?? '', address);
      if (!until) throw wrongCode();
      proofs.inc({ outcome: 'given' });
      return until;
    } catch (error) {
      proofs.inc({ outcome: 'failed' });
      await this.rejections.note('session.prove', error, person.userId);
      throw error;
    }
  }

  /** Null for a wrong code, which is counted, so the transaction must commit. */
  private prove(
    { userId, sessionId }: Principal,
    code: string,
    address: string | null,
  ): Promise<Date | null> {
    return this.unitOfWork.run(async (tx, emit) => {
      const account = await lockAccount(tx, userId);
      if (!account) throw appError('unauthorized');
      if ((await tx.secondFactor.count({ where: { userId } })) > 0) {
        if (!(await this.codes.execute(tx, emit, userId, code))) return null;
      }
      const until = await markProven(tx, { userId, sessionId }, this.config.FRESH_PROOF_SECONDS);
      await this.backOff.remember(tx, { email: account.email, address });
      await recordAuditEvent(emit, { action: 'session.prove', subject: auditSubject.session(sessionId) });
      return until;
    });
  }
}
