import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { success, watchTeamBody } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, type Principal } from '@caredrop/service-kit';
import { TeamsQueries } from './teams.queries.js';
import { WatchTeam } from './watch-team.js';

/** The signed-in user's own teams, the choice to watch them, and the names of colleagues. */
@Callers('gateway')
@Controller()
export class TeamsController {
  constructor(
    private readonly queries: TeamsQueries,
    private readonly watch: WatchTeam,
  ) {}

  @Get('teams')
  async own(@CurrentPrincipal() { userId }: Principal) {
    return success({ teams: await this.queries.of(userId) });
  }

  @Patch('teams/:id/watching')
  async changeWatching(
    @CurrentPrincipal() { userId }: Principal,
    @Param('id') id: string,
    @Body() body: unknown,
  ) {
    await this.watch.execute(userId, id, parse(watchTeamBody, body).watching);
    return success({ team: await this.queries.one(id) });
  }

  @Get('colleagues')
  async colleagues(@CurrentPrincipal() { userId }: Principal) {
    return success({ colleagues: await this.queries.colleagues(userId) });
  }
}
