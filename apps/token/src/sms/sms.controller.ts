import { Body, Controller, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { messages, sendSmsBody, success } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, type Principal } from '@caredrop/service-kit';
import { RecordReads } from '../tokens/record-reads.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { ScheduleSms } from './schedule-sms.js';
import { SendTokenSms } from './send-token-sms.js';

@Callers('gateway')
@Controller('tokens/:id/send-sms')
export class SmsController {
  constructor(
    private readonly reads: RecordReads,
    private readonly presenter: TokenPresenter,
    private readonly sendTokenSms: SendTokenSms,
    private readonly scheduleSms: ScheduleSms,
  ) {}

  @Post()
  @HttpCode(200)
  async sendSms(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('idempotency-key') key?: string,
  ) {
    const visible = await this.reads.visible(id, principal, 'token.send_sms');
    const { sendAt, ...wanted } = parse(sendSmsBody, body);
    if (sendAt !== undefined) {
      const scheduled = await this.scheduleSms.execute(visible, principal, wanted, new Date(sendAt));
      return success({ token: await this.presenter.one(scheduled) }, messages.schedule.set);
    }
    const request = { ...wanted, key: key || null };
    const token = await this.sendTokenSms.execute(visible, principal, request);
    return success({ token: await this.presenter.one(token) }, messages.sms.sent);
  }
}
