import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import { appError } from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import { auditTeam, emitTeamChanged, lockTeams, requireTeam } from './team.js';
import { requirePlace } from './team-rules.js';

@Injectable()
export class AddMember {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /**
   * Adding a member again changes nothing. Throws 404 for an unknown or archived team and for an unknown user, and 409
   * for a disabled account, a full team, or a user with too many teams.
   */
  execute(id: string, userId: string): Promise<void> {
    return this.unitOfWork.run(async (tx, emit) => {
      const { id: teamId } = requireTeam(await lockTeams(tx), id);
      await requireEnabled(tx, userId);
      if (await tx.teamMember.findUnique({ where: { teamId_userId: { teamId, userId } } })) return;
      const members = await tx.teamMember.count({ where: { teamId } });
      requirePlace({ members, teams: await tx.teamMember.count({ where: { userId } }) });
      await tx.teamMember.create({ data: { teamId, userId } });
      await emitTeamChanged(tx, emit, teamId, { userId, added: true });
      await auditTeam(emit, 'team.member_added', teamId, userId);
    });
  }
}

async function requireEnabled(tx: Tx, id: string): Promise<void> {
  const user = await tx.user.findUnique({ where: { id }, select: { disabled: true } });
  if (!user) throw appError('user_not_found');
  if (user.disabled) throw appError('team_member_disabled');
}
