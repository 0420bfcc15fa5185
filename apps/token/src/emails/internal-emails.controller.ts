import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { describeLinkEmail } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import { DescribeLinkEmail } from './describe-link-email.js';

/** Describes emails that are about to be sent. */
@Callers('notification')
@Controller('internal/link-emails')
export class InternalEmailsController {
  constructor(private readonly describeEmail: DescribeLinkEmail) {}

  @Post('describe')
  @HttpCode(200)
  async describe(@Body() body: unknown) {
    return success(await this.describeEmail.execute(parse(describeLinkEmail, body)));
  }
}
