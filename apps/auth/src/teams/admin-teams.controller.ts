import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post } from '@nestjs/common';
import { addMemberBody, success, teamBody } from '@caredrop/contracts';
import {
  Callers,
  CurrentPrincipal,
  parse,
  requireProofForBulk,
  Roles,
  type Principal,
} from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { AddMember } from './add-member.js';
import { ArchiveTeam } from './archive-team.js';
import { CreateTeam } from './create-team.js';
import { RemoveMember } from './remove-member.js';
import { RenameTeam } from './rename-team.js';
import { TeamsQueries } from './teams.queries.js';

@Callers('gateway')
@Roles('admin')
@Controller('admin/teams')
export class AdminTeamsController {
  constructor(
    private readonly queries: TeamsQueries,
    private readonly createTeam: CreateTeam,
    private readonly renameTeam: RenameTeam,
    private readonly archiveTeam: ArchiveTeam,
    private readonly addMember: AddMember,
    private readonly removeMember: RemoveMember,
    @Inject(CONFIG) private readonly config: Pick<Config, 'FRESH_PROOF_SCOPE'>,
  ) {}

  @Get()
  async list() {
    return success({ teams: await this.queries.all() });
  }

  @Post()
  async create(@Body() body: unknown) {
    return this.shown(await this.createTeam.execute(parse(teamBody, body).name));
  }

  @Patch(':id')
  async rename(@Param('id') id: string, @Body() body: unknown) {
    await this.renameTeam.execute(id, parse(teamBody, body).name);
    return this.shown(id);
  }

  @Post(':id/archive')
  @HttpCode(200)
  async archive(@Param('id') id: string) {
    await this.archiveTeam.execute(id);
    return success(null);
  }

  @Post(':id/members')
  @HttpCode(200)
  async add(@CurrentPrincipal() actor: Principal, @Param('id') id: string, @Body() body: unknown) {
    requireProofForBulk(this.config.FRESH_PROOF_SCOPE, actor);
    await this.addMember.execute(id, parse(addMemberBody, body).userId);
    return this.shown(id);
  }

  @Delete(':id/members/:userId')
  async remove(@Param('id') id: string, @Param('userId') userId: string) {
    await this.removeMember.execute(id, userId);
    return this.shown(id);
  }

  private async shown(id: string) {
    return success({ team: await this.queries.one(id) });
  }
}
