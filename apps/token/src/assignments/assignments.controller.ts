import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { assignTokenBody, success } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, requireProofForBulk, type Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { RecordReads } from '../tokens/record-reads.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { AssignToken } from './assign-token.js';

@Callers('gateway')
@Controller('tokens/:id/assign')
export class AssignmentsController {
  constructor(
    private readonly reads: RecordReads,
    private readonly presenter: TokenPresenter,
    private readonly assignToken: AssignToken,
    @Inject(CONFIG) private readonly config: Pick<Config, 'FRESH_PROOF_SCOPE'>,
  ) {}

  @Post()
  @HttpCode(200)
  async assign(@CurrentPrincipal() principal: Principal, @Param('id') id: string, @Body() body: unknown) {
    requireProofForBulk(this.config.FRESH_PROOF_SCOPE, principal);
    const { id: tokenId } = await this.reads.visible(id, principal, 'token.assigned');
    const token = await this.assignToken.execute(tokenId, parse(assignTokenBody, body), principal);
    return success({ token: await this.presenter.one(token) });
  }
}
