import { Body, Controller, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { archiveTemplateBody, changeTemplateBody, requestTemplateBody, success } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, Roles, type Principal } from '@caredrop/service-kit';
import { ArchiveTemplate } from './archive-template.js';
import { ChangeTemplate } from './change-template.js';
import { CreateTemplate } from './create-template.js';
import { RequestTemplateQueries } from './request-templates.queries.js';

@Callers('gateway')
@Controller()
export class RequestTemplatesController {
  constructor(
    private readonly queries: RequestTemplateQueries,
    private readonly createTemplate: CreateTemplate,
    private readonly changeTemplate: ChangeTemplate,
    private readonly archiveTemplate: ArchiveTemplate,
  ) {}

  @Get('request-templates')
  async list() {
    return success({ templates: await this.queries.all() });
  }

  @Post('admin/request-templates')
  @Roles('admin')
  async create(@CurrentPrincipal() principal: Principal, @Body() body: unknown) {
    const made = await this.createTemplate.execute(principal, parse(requestTemplateBody, body));
    return success({ template: await this.queries.one(made) });
  }

  @Patch('admin/request-templates/:id')
  @Roles('admin')
  async change(@CurrentPrincipal() principal: Principal, @Param('id') id: string, @Body() body: unknown) {
    const changed = await this.changeTemplate.execute(principal, id, parse(changeTemplateBody, body));
    return success({ template: await this.queries.one(changed) });
  }

  @Post('admin/request-templates/:id/archive')
  @Roles('admin')
  @HttpCode(200)
  async archive(@Param('id') id: string, @Body() body: unknown) {
    await this.archiveTemplate.execute(id, parse(archiveTemplateBody, body).version);
    return success(null);
  }
}
