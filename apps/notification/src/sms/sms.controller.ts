import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { sendSmsRequest } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import { SendSms } from './send-sms.js';

@Controller('internal/sms')
@Callers('token')
export class SmsController {
  constructor(private readonly sendSms: SendSms) {}

  @Post()
  @HttpCode(200)
  async send(@Body() body: unknown) {
    return success(await this.sendSms.execute(parse(sendSmsRequest, body)));
  }
}
