import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { namesBody } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import { TeamsQueries } from './teams.queries.js';

@Callers('audit', 'token')
@Controller('internal/teams')
export class InternalTeamsController {
  constructor(private readonly queries: TeamsQueries) {}

  @Post('names')
  @HttpCode(200)
  async names(@Body() body: unknown) {
    return success({ teams: await this.queries.names(parse(namesBody, body).ids) });
  }
}
