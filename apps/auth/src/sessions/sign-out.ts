import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent, type Principal } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { endSession } from './end-sessions.js';

@Injectable()
export class SignOut {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /** Idempotent, except that each call is audited. */
  async execute({ userId, sessionId }: Principal): Promise<void> {
    await this.unitOfWork.run(async (tx, emit) => {
      await endSession(tx, emit, { id: sessionId, userId });
      await recordAuditEvent(emit, { action: 'session.sign_out', subject: auditSubject.session(sessionId) });
    });
  }
}
