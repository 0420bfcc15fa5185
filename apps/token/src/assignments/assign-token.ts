import { Inject, Injectable } from '@nestjs/common';
import type { AssignTokenBody } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import {
  appError,
  auditSubject,
  mayWorkOn,
  recordAuditEvent,
  toAuditOutcome,
  type Principal,
} from '@caredrop/service-kit';
import type { Tx } from '../database/prisma.service.js';
import type { Token } from '../generated/prisma/client.js';
import { TokenMetrics } from '../metrics.js';
import { Colleagues, type Colleague } from '../people/colleagues.js';
import { Teams } from '../people/teams.js';
import { requireOwnTeam } from '../tokens/own-team.js';
import { emitAssigned, recordAssigned } from './emit-assigned.js';
import { endSnoozes } from './end-snoozes.js';
import { lockToken } from '../tokens/lock-token.js';
import { recordView } from '../tokens/record-view.js';

@Injectable()
export class AssignToken {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    private readonly colleagues: Colleagues,
    private readonly teams: Teams,
    private readonly metrics: TokenMetrics,
  ) {}

  /**
   * Assigns a link to a colleague, a team or both; its document follows. Repeating it changes nothing. Throws:
   * - 400 if the colleague does not exist or is disabled, or the new team does not exist or is archived
   * - 403 if the caller is neither in the new team nor an administrator
   * - 404 if the caller may no longer work on the link
   * - 503 while auth cannot be reached
   */
  async execute(id: string, wanted: AssignTokenBody, actor: Principal): Promise<Token> {
    try {
      const owner = wanted.userId === undefined ? null : await this.colleague(wanted.userId);
      return await this.assign(id, owner, await this.team(wanted.teamId), actor);
    } catch (error) {
      const subject = auditSubject.token(id);
      await recordAuditEvent(this.work.emit, { action: 'token.assigned', ...toAuditOutcome(error), subject });
      throw error;
    }
  }

  private async colleague(userId: string): Promise<Colleague> {
    const colleague = await this.colleagues.find(userId);
    if (!colleague || colleague.disabled) throw appError('colleague_unknown');
    return colleague;
  }

  /** Undefined when the link keeps its team. */
  private async team(teamId: string | null | undefined): Promise<WantedTeam | undefined> {
    if (teamId === undefined) return undefined;
    return { teamId, takesLinks: teamId === null || (await this.teams.takesLinks(teamId)) };
  }

  private async assign(
    id: string,
    owner: Colleague | null,
    team: WantedTeam | undefined,
    actor: Principal,
  ): Promise<Token> {
    const { before, after } = await this.work.run(async (tx, emit) => {
      await lockToken(tx, id);
      const before = await tx.token.findUniqueOrThrow({ where: { id } });
      // A colleague may have assigned it in the meantime.
      if (!mayWorkOn(actor, before)) throw appError('token_not_found');
      const teamId = team === undefined ? before.teamId : team.teamId;
      if (team && teamId !== before.teamId) requireTeam(actor, team);
      if ((owner?.userId ?? before.ownerId) === before.ownerId && teamId === before.teamId) {
        await recordView(emit, before);
        return { before, after: before };
      }
      const data = { ...(owner && ownedBy(owner)), teamId, version: { increment: 1 } };
      const after = await tx.token.update({ where: { id }, data });
      if (after.ownerId !== before.ownerId) await endSnoozes(tx, [id], after.ownerId);
      await emitAssigned(emit, after, before);
      await recordAssigned(emit, after, before);
      return { before, after };
    });
    if (after !== before) this.metrics.assignments.inc({ how: 'by_hand' });
    return after;
  }
}

interface WantedTeam {
  teamId: string | null;
  takesLinks: boolean;
}

/** Throws unless the caller may give links to the team. Not called for a team that the link already has. */
function requireTeam(actor: Principal, { teamId, takesLinks }: WantedTeam): void {
  if (actor.role !== 'admin') requireOwnTeam(actor, teamId);
  if (!takesLinks) throw appError('team_unknown');
}

/**
 * The columns of a link's owner. The creation key is unique per owner, so it is cleared: after the assignment,
 * repeating the call that created the link makes another one.
 */
const ownedBy = ({ userId, firstName, lastName }: Colleague) => ({
  ownerId: userId,
  ownerFirstName: firstName,
  ownerLastName: lastName,
  creationKey: null,
});
