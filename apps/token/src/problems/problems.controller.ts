import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { closeProblemBody, reportProblemBody, success } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, type Principal } from '@caredrop/service-kit';
import { RecordReads } from '../tokens/record-reads.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { CloseProblem } from './close-problem.js';
import { ReportProblem } from './report-problem.js';

@Callers('gateway')
@Controller()
export class ProblemsController {
  constructor(
    private readonly reads: RecordReads,
    private readonly presenter: TokenPresenter,
    private readonly reportProblem: ReportProblem,
    private readonly closeProblem: CloseProblem,
  ) {}

  @Post('links/problems')
  @HttpCode(202)
  async report(@Body() body: unknown) {
    await this.reportProblem.execute(parse(reportProblemBody, body));
    return success({ received: true as const });
  }

  @Post('tokens/:id/problem/close')
  @HttpCode(200)
  async close(@CurrentPrincipal() principal: Principal, @Param('id') id: string, @Body() body: unknown) {
    const { id: tokenId } = await this.reads.visible(id, principal, 'token.close_problem');
    const reportedAt = new Date(parse(closeProblemBody, body).reported_at);
    return success({ token: await this.presenter.one(await this.closeProblem.execute(tokenId, reportedAt)) });
  }
}
