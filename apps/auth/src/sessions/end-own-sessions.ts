import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, isUuid, recordAuditEvent, type Principal } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { endOtherSessions, endSession } from './end-sessions.js';

/** Signs the user out on other devices. */
@Injectable()
export class EndOwnSessions {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /** Throws 404 for a session that was already ended, does not exist, or is another user's. */
  async one({ userId }: Principal, id: string): Promise<void> {
    if (!isUuid(id)) throw appError('session_not_found');
    await this.unitOfWork.run(async (tx, emit) => {
      if (!(await endSession(tx, emit, { id, userId }))) throw appError('session_not_found');
      await recordAuditEvent(emit, { action: 'session.end', subject: auditSubject.session(id) });
    });
  }

  /** Ends every session except the current one. */
  async others({ userId, sessionId }: Principal): Promise<void> {
    await this.unitOfWork.run(async (tx, emit) => {
      await endOtherSessions(tx, emit, { userId, sessionId }, 'sign_out');
      await recordAuditEvent(emit, {
        action: 'session.end',
        subject: auditSubject.user(userId),
        codes: ['all_others'],
      });
    });
  }
}
