import { Body, Controller, Delete, Inject, Param, Post, Query } from '@nestjs/common';
import { coverBody, endCoverQuery, success } from '@caredrop/contracts';
import {
  Callers,
  CurrentPrincipal,
  parse,
  requireProofForBulk,
  Roles,
  type Principal,
} from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { CoversQueries } from './covers.queries.js';
import { EndCover } from './end-cover.js';
import { SetCover } from './set-cover.js';

/** Lets an administrator set or end the absence of any user. */
@Callers('gateway')
@Roles('admin')
@Controller('admin/users/:id/cover')
export class AdminCoversController {
  constructor(
    private readonly queries: CoversQueries,
    private readonly set: SetCover,
    private readonly end: EndCover,
    @Inject(CONFIG) private readonly config: Pick<Config, 'FRESH_PROOF_SCOPE'>,
  ) {}

  @Post()
  async setFor(@CurrentPrincipal() actor: Principal, @Param('id') id: string, @Body() body: unknown) {
    requireProofForBulk(this.config.FRESH_PROOF_SCOPE, actor);
    await this.set.execute(actor.userId, id, parse(coverBody, body));
    return this.shown(id);
  }

  @Delete()
  async endFor(@Param('id') id: string, @Query() query: unknown) {
    const { absenceId } = parse(endCoverQuery, query);
    await (absenceId === undefined ? this.end.any(id) : this.end.one(id, absenceId));
    return this.shown(id);
  }

  private async shown(id: string) {
    return success({ cover: (await this.queries.of(id.toLowerCase())).own });
  }
}
