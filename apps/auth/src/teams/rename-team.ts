import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { auditTeam, emitTeamChanged, lockTeams, requireTeam } from './team.js';
import { requireFreeName, storableName } from './team-rules.js';

@Injectable()
export class RenameTeam {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /** Throws 404 for an unknown or archived team, and 409 if the name is taken. */
  execute(id: string, wanted: string): Promise<void> {
    const name = storableName(wanted);
    return this.unitOfWork.run(async (tx, emit) => {
      const teams = await lockTeams(tx);
      const team = requireTeam(teams, id);
      requireFreeName(teams, { id: team.id, name });
      await tx.team.update({ where: { id: team.id }, data: { name } });
      await emitTeamChanged(tx, emit, team.id);
      await auditTeam(emit, 'team.renamed', team.id);
    });
  }
}
