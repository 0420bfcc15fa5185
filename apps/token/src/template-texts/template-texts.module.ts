import { Module } from '@nestjs/common';
import { TemplateVersions } from './template-versions.js';

@Module({ providers: [TemplateVersions], exports: [TemplateVersions] })
export class TemplateTextsModule {}
