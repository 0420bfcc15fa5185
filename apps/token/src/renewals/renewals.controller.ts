import { Body, Controller, Headers, HttpCode, Param, Post } from '@nestjs/common';
import {
  askRenewalBody,
  messages,
  reissueTokenBody,
  success,
  type ReissueResponse,
} from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, type Principal } from '@caredrop/service-kit';
import { RecordReads } from '../tokens/record-reads.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { AskForRenewal } from './ask-for-renewal.js';
import { ReissueToken } from './reissue-token.js';

@Callers('gateway')
@Controller()
export class RenewalsController {
  constructor(
    private readonly reads: RecordReads,
    private readonly presenter: TokenPresenter,
    private readonly askForRenewal: AskForRenewal,
    private readonly reissueToken: ReissueToken,
  ) {}

  @Post('links/renewals')
  @HttpCode(202)
  async ask(@Body() body: unknown) {
    await this.askForRenewal.execute(parse(askRenewalBody, body).token);
    return success({ received: true as const }, messages.link.renewalAsked);
  }

  @Post('tokens/:id/reissue')
  async reissue(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('idempotency-key') key?: string,
  ) {
    const { id: tokenId } = await this.reads.visible(id, principal, 'token.reissue');
    const { send, reported_at: at, reminders } = parse(reissueTokenBody, body);
    const wanted = { send, reminders, key: key || null, ...(at && { reportedAt: new Date(at) }) };
    const { token, sms, problem } = await this.reissueToken.execute(tokenId, principal.userId, wanted);
    return success<ReissueResponse>({
      token: await this.presenter.one(token),
      sms,
      ...(problem && { smsProblem: problem.message }),
    });
  }
}
