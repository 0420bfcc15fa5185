import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { sendSmsRequest, smsAllowanceRequest } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import { SendSms } from './send-sms.js';
import { SmsAllowanceQueries } from './sms-allowance.queries.js';

@Controller('internal/sms')
@Callers('token')
export class SmsController {
  constructor(
    private readonly sendSms: SendSms,
    private readonly allowance: SmsAllowanceQueries,
  ) {}

  @Post()
  @HttpCode(200)
  async send(@Body() body: unknown) {
    return success(await this.sendSms.execute(parse(sendSmsRequest, body)));
  }

  @Post('allowance')
  @HttpCode(200)
  async allowed(@Body() body: unknown) {
    return success(await this.allowance.of(parse(smsAllowanceRequest, body)));
  }
}
