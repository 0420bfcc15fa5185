import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, auditSubject, isUuid, recordAuditEvent } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { emitTeamChanged, lockTeams } from './team.js';

@Injectable()
export class WatchTeam {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /**
   * Sets whether a member watches the team, that is, wants emails about its documents. While too few members watch, all
   * of them get these emails. Throws 404 if the user is not a member.
   */
  execute(userId: string, teamId: string, watching: boolean): Promise<void> {
    if (!isUuid(teamId)) throw appError('not_found');
    return this.unitOfWork.run(async (tx, emit) => {
      await lockTeams(tx);
      const { count } = await tx.teamMember.updateMany({ where: { teamId, userId }, data: { watching } });
      if (count === 0) throw appError('not_found');
      await emitTeamChanged(tx, emit, teamId, { userId });
      await recordAuditEvent(emit, {
        action: 'user.change_preferences',
        subject: auditSubject.user(userId),
        related: [auditSubject.team(teamId)],
        codes: [watching ? 'watches_team' : 'does_not_watch_team'],
      });
    });
  }
}
