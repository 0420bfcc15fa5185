import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { checkLinkBody, success } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, type Principal } from '@caredrop/service-kit';
import { RecordReads } from '../tokens/record-reads.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { AnswerCheck } from './answer-check.js';
import { UnlockCheck } from './unlock-check.js';

@Callers('gateway')
@Controller()
export class PatientCheckController {
  constructor(
    private readonly reads: RecordReads,
    private readonly presenter: TokenPresenter,
    private readonly answerCheck: AnswerCheck,
    private readonly unlockCheck: UnlockCheck,
  ) {}

  @Post('links/check')
  @HttpCode(200)
  async check(@Body() body: unknown) {
    return success(await this.answerCheck.execute(parse(checkLinkBody, body)));
  }

  @Post('tokens/:id/check/unlock')
  @HttpCode(200)
  async unlock(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    await this.reads.visible(id, principal, 'token.unlock_check');
    return success({ token: await this.presenter.one(await this.unlockCheck.execute(id)) });
  }
}
