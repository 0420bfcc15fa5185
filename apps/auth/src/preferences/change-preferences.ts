import { Injectable } from '@nestjs/common';
import type { Preferences } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import { auditSubject, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';

@Injectable()
export class ChangePreferences {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /**
   * Stores the user's choice, audits it, and emits it for the notification service's copy. Repeating a choice emits it
   * again, which repairs a copy that was lost.
   */
  execute(userId: string, { documentMail }: Preferences): Promise<Preferences> {
    return this.unitOfWork.run(async (tx, emit) => {
      const { version } = await tx.user.update({
        where: { id: userId },
        data: { documentMail, version: { increment: 1 } },
        select: { version: true },
      });
      const event = { aggregateId: userId, aggregateVersion: version, data: { userId, documentMail } };
      await emit({ type: 'user.preferences_changed', ...event });
      await recordAuditEvent(emit, {
        action: 'user.change_preferences',
        subject: auditSubject.user(userId),
        codes: [documentMail],
      });
      return { documentMail };
    });
  }
}
