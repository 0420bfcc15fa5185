import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { adminUsersQuery, inviteUserBody, success, usersQuery } from '@caredrop/contracts';
import {
  Callers,
  CurrentPrincipal,
  parse,
  requireProofForBulk,
  requireRecentProof,
  Roles,
  type Principal,
} from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { DisableUser } from './disable-user.js';
import { EnableUser } from './enable-user.js';
import { InviteAgain } from './invite-again.js';
import { InviteUser } from './invite-user.js';
import { ListReadAudit } from '../users/list-read-audit.js';
import { UsersQueries } from '../users/users.queries.js';

@Callers('gateway')
@Roles('admin')
@Controller()
export class UsersController {
  constructor(
    private readonly users: UsersQueries,
    private readonly listReads: ListReadAudit,
    private readonly inviteUser: InviteUser,
    private readonly inviteAgain: InviteAgain,
    private readonly disableUser: DisableUser,
    private readonly enableUser: EnableUser,
    @Inject(CONFIG) private readonly config: Pick<Config, 'FRESH_PROOF_SCOPE'>,
  ) {}

  @Get('users')
  async list(@Query() query: unknown) {
    const filter = parse(usersQuery, query);
    const page = await this.users.list(filter);
    await this.listReads.recordUsersRead(filter, page.users.length);
    return success(page);
  }

  /** Serves 'Manage Clinicians', which does not list admins. */
  @Get('admin/users')
  async clinicians(@Query() query: unknown) {
    const filter = parse(adminUsersQuery, query);
    const page = await this.users.clinicians(filter);
    await this.listReads.recordUsersRead({ ...filter, role: 'user' }, page.users.length);
    return success(page);
  }

  /**
   * An administrator created with a stolen bearer token would outlive the token, so inviting one needs a fresh proof.
   */
  @Post('admin/users')
  async invite(@CurrentPrincipal() actor: Principal, @Body() body: unknown) {
    const invitation = parse(inviteUserBody, body);
    if (invitation.role === 'admin') requireRecentProof(actor);
    return success({ user: await this.inviteUser.execute(invitation) });
  }

  @Post('admin/users/:id/invite')
  @HttpCode(200)
  async reinvite(@CurrentPrincipal() actor: Principal, @Param('id') id: string) {
    return success({ user: await this.inviteAgain.execute(actor.userId, id) });
  }

  @Post('admin/users/:id/disable')
  @HttpCode(200)
  async disable(@CurrentPrincipal() actor: Principal, @Param('id') id: string, @Body() body: unknown) {
    requireProofForBulk(this.config.FRESH_PROOF_SCOPE, actor);
    return success({ user: await this.disableUser.execute(actor.userId, id, body) });
  }

  @Post('admin/users/:id/enable')
  @HttpCode(200)
  async enable(@CurrentPrincipal() actor: Principal, @Param('id') id: string) {
    requireProofForBulk(this.config.FRESH_PROOF_SCOPE, actor);
    return success({ user: await this.enableUser.execute(actor.userId, id) });
  }
}
