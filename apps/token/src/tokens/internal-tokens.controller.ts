import { success } from '@caredrop/contracts';
import { namesBody, searchBody } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { TokenNames } from './token-names.queries.js';

/** Returns references of links to the audit service, whose entries hold ids only, and finds links by reference. */
@Callers('audit')
@Controller('internal/tokens')
export class InternalTokensController {
  constructor(private readonly names: TokenNames) {}

  @Post('names')
  @HttpCode(200)
  async named(@Body() body: unknown) {
    return success({ tokens: await this.names.of(parse(namesBody, body).ids) });
  }

  @Post('search')
  @HttpCode(200)
  async search(@Body() body: unknown) {
    return success(await this.names.search(parse(searchBody, body).text));
  }
}
