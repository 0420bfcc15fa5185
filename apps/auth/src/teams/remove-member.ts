import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError, isUuid } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { auditTeam, emitTeamChanged, lockTeams } from './team.js';

@Injectable()
export class RemoveMember {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /** Works for archived teams too, since their members keep access. Throws 404 if the user is not a member. */
  execute(teamId: string, userId: string): Promise<void> {
    if (!isUuid(teamId) || !isUuid(userId)) throw appError('not_found');
    return this.unitOfWork.run(async (tx, emit) => {
      await lockTeams(tx);
      const { count } = await tx.teamMember.deleteMany({ where: { teamId, userId } });
      if (count === 0) throw appError('not_found');
      await emitTeamChanged(tx, emit, teamId, { userId });
      await auditTeam(emit, 'team.member_removed', teamId, userId);
    });
  }
}
