import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { auditTeam, emitTeamChanged, lockTeams } from './team.js';
import { requireBelowLimit, requireFreeName, storableName } from './team-rules.js';

@Injectable()
export class CreateTeam {
  constructor(private readonly unitOfWork: UnitOfWork<Tx>) {}

  /** Returns the id. Throws 409 if the name is taken or the clinic already has the maximum number of teams. */
  execute(name: string): Promise<string> {
    const data = { id: randomUUID(), name: storableName(name) };
    return this.unitOfWork.run(async (tx, emit) => {
      const teams = await lockTeams(tx);
      requireFreeName(teams, data);
      requireBelowLimit(teams);
      await tx.team.create({ data });
      await emitTeamChanged(tx, emit, data.id);
      await auditTeam(emit, 'team.created', data.id);
      return data.id;
    });
  }
}
