import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { TemplateTextsModule } from '../template-texts/template-texts.module.js';
import { ArchiveTemplate } from './archive-template.js';
import { ChangeTemplate } from './change-template.js';
import { CreateTemplate } from './create-template.js';
import { RequestTemplatesController } from './request-templates.controller.js';
import { RequestTemplateQueries } from './request-templates.queries.js';

@Module({
  imports: [PeopleModule, TemplateTextsModule],
  controllers: [RequestTemplatesController],
  providers: [RequestTemplateQueries, CreateTemplate, ChangeTemplate, ArchiveTemplate],
})
export class RequestTemplatesModule {}
