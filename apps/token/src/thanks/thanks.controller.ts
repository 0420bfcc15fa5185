import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { sendThanksBody, success, type Thanks } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, type Principal } from '@caredrop/service-kit';
import { RecordReads } from '../tokens/record-reads.js';
import { SendThanks } from './send-thanks.js';
import { ThanksQueries } from './thanks-queries.js';

@Callers('gateway')
@Controller('tokens/:id/thanks')
export class ThanksController {
  constructor(
    private readonly reads: RecordReads,
    private readonly queries: ThanksQueries,
    private readonly sendThanks: SendThanks,
  ) {}

  @Get()
  async show(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    const token = await this.reads.visible(id, principal, 'token.view');
    const thanks = await this.queries.of(token);
    await this.reads.view(token);
    return success(thanks satisfies Thanks);
  }

  @Post()
  @HttpCode(200)
  async send(@CurrentPrincipal() principal: Principal, @Param('id') id: string, @Body() body: unknown) {
    const token = await this.reads.visible(id, principal, 'token.send_thanks');
    const { sentence } = parse(sendThanksBody, body);
    const thanked = await this.sendThanks.execute(token, principal.userId, sentence);
    return success((await this.queries.of(thanked)) satisfies Thanks);
  }
}
