import { Body, Controller, Delete, Get, Inject, Param, Post } from '@nestjs/common';
import { coverBody, success } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, requireProofForBulk, type Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { CoversQueries } from './covers.queries.js';
import { EndCover } from './end-cover.js';
import { SetCover } from './set-cover.js';

/** The signed-in user's own absence, and the absences in which the user stands in. */
@Callers('gateway')
@Controller('auth/cover')
export class CoversController {
  constructor(
    private readonly queries: CoversQueries,
    private readonly set: SetCover,
    private readonly end: EndCover,
    @Inject(CONFIG) private readonly config: Pick<Config, 'FRESH_PROOF_SCOPE'>,
  ) {}

  @Get()
  async own(@CurrentPrincipal() { userId }: Principal) {
    return success(await this.queries.of(userId));
  }

  /** Gives a colleague access that outlasts this session, so the wide scope requires a fresh proof. */
  @Post()
  async setOwn(@CurrentPrincipal() actor: Principal, @Body() body: unknown) {
    requireProofForBulk(this.config.FRESH_PROOF_SCOPE, actor);
    const { userId } = actor;
    await this.set.execute(userId, userId, parse(coverBody, body));
    return success(await this.queries.of(userId));
  }

  @Delete(':id')
  async endOwn(@CurrentPrincipal() { userId }: Principal, @Param('id') id: string) {
    await this.end.one(userId, id);
    return success(await this.queries.of(userId));
  }
}
