import { Body, Controller, Get, Headers, Param, Post } from '@nestjs/common';
import {
  askAgainBody,
  success,
  type AskAgain as AskAgainState,
  type ReissueResponse,
} from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, type Principal } from '@caredrop/service-kit';
import { RecordReads } from '../tokens/record-reads.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { AskAgain } from './ask-again.js';

@Callers('gateway')
@Controller('tokens/:id/ask-again')
export class AgainController {
  constructor(
    private readonly reads: RecordReads,
    private readonly presenter: TokenPresenter,
    private readonly askAgain: AskAgain,
  ) {}

  @Get()
  async show(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    const token = await this.reads.visible(id, principal, 'token.view');
    await this.reads.view(token);
    return success(this.askAgain.stateOf(token) satisfies AskAgainState);
  }

  @Post()
  async ask(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('idempotency-key') key?: string,
  ) {
    const old = await this.reads.visible(id, principal, 'token.ask_again');
    const wanted = parse(askAgainBody, body);
    const { token, sms, problem } = await this.askAgain.execute(old, principal, wanted, key || null);
    return success<ReissueResponse>({
      token: await this.presenter.one(token),
      sms,
      ...(problem && { smsProblem: problem.message }),
    });
  }
}
