import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { recipientsBody, searchBody, userNamesBody } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import { RecipientsQueries } from './recipients.queries.js';
import { UsersQueries } from './users.queries.js';

@Controller('internal/users')
export class InternalUsersController {
  constructor(
    private readonly users: UsersQueries,
    private readonly recipients: RecipientsQueries,
  ) {}

  @Callers('token', 'document', 'audit')
  @Post('names')
  @HttpCode(200)
  async names(@Body() body: unknown) {
    return success({ users: await this.users.names(parse(userNamesBody, body).ids) });
  }

  @Callers('audit')
  @Post('search')
  @HttpCode(200)
  async search(@Body() body: unknown) {
    return success(await this.users.search(parse(searchBody, body).text));
  }

  @Callers('notification')
  @Post('recipients')
  @HttpCode(200)
  async whoIsWrittenTo(@Body() body: unknown) {
    const { userId, about, teamId } = parse(recipientsBody, body);
    return success(await this.recipients.of(userId, about, teamId));
  }
}
