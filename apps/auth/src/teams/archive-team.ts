import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { auditTeam, emitTeamChanged, lockTeams, requireTeam } from './team.js';

@Injectable()
export class ArchiveTeam {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /** The team is no longer offered for new links. Its members stay and keep access to its links. */
  execute(id: string): Promise<void> {
    return this.unitOfWork.run(async (tx, emit) => {
      const team = requireTeam(await lockTeams(tx), id);
      await tx.$executeRaw`UPDATE teams SET archived_at = now() WHERE id = ${team.id}::uuid`;
      await emitTeamChanged(tx, emit, team.id);
      await auditTeam(emit, 'team.archived', team.id);
    });
  }
}
