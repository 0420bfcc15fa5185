import { Injectable } from '@nestjs/common';
import type { SessionCheckResponse } from '@caredrop/contracts/internal';
import { PrincipalSigner, requestContext } from '@caredrop/service-kit';
import { CheckSession } from './check-session.js';

/**
 * Checks a session for another service. The gateway, which passes the caller's identity on to the services, also gets
 * auth's signature over the session's user (docs/adr/0027); the document service does not.
 */
@Injectable()
export class VouchForSession {
  constructor(
    private readonly checkSession: CheckSession,
    private readonly signer: PrincipalSigner,
  ) {}

  async execute(sessionId: string, activity: boolean): Promise<SessionCheckResponse> {
    const response = await this.checkSession.execute(sessionId, activity);
    if (response.outcome === 'ended' || requestContext.current()?.caller !== 'gateway') return response;
    const { id: userId, ...person } = response.user;
    const { recentProof } = response;
    return { ...response, voucher: await this.signer.sign({ userId, ...person, sessionId, recentProof }) };
  }
}
