import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { adminUsersQuery, inviteUserBody, success, usersQuery } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, Roles, type Principal } from '@caredrop/service-kit';
import { DisableUser } from './disable-user.js';
import { EnableUser } from './enable-user.js';
import { InviteUser } from './invite-user.js';
import { UsersQueries } from './users.queries.js';

@Callers('gateway')
@Roles('admin')
@Controller()
export class UsersController {
  constructor(
    private readonly users: UsersQueries,
    private readonly inviteUser: InviteUser,
    private readonly disableUser: DisableUser,
    private readonly enableUser: EnableUser,
  ) {}

  @Get('users')
  async list(@Query() query: unknown) {
    return success(await this.users.list(parse(usersQuery, query)));
  }

  /** 'Manage Clinicians': admins are not listed (api.md 1a.20). */
  @Get('admin/users')
  async clinicians(@Query() query: unknown) {
    return success(await this.users.clinicians(parse(adminUsersQuery, query)));
  }

  @Post('admin/users')
  async invite(@Body() body: unknown) {
    return success({ user: await this.inviteUser.run(parse(inviteUserBody, body)) });
  }

  @Post('admin/users/:id/disable')
  @HttpCode(200)
  async disable(@CurrentPrincipal() actor: Principal, @Param('id') id: string, @Body() body: unknown) {
    return success({ user: await this.disableUser.run(actor.userId, id, body) });
  }

  @Post('admin/users/:id/enable')
  @HttpCode(200)
  async enable(@CurrentPrincipal() actor: Principal, @Param('id') id: string) {
    return success({ user: await this.enableUser.run(actor.userId, id) });
  }
}
