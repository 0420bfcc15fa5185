import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { openedLinkBody, success } from '@caredrop/contracts';
import { Callers, parse } from '@caredrop/service-kit';
import { MarkOpened } from './mark-opened.js';

@Callers('gateway')
@Controller('links/opened')
export class OpeningsController {
  constructor(private readonly markOpened: MarkOpened) {}

  @Post()
  @HttpCode(202)
  async opened(@Body() body: unknown) {
    await this.markOpened.execute(parse(openedLinkBody, body).token);
    return success({ received: true as const });
  }
}
