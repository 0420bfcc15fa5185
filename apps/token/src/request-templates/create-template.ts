import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { RequestTemplateBody } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import type { Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { WrittenTemplate } from '../template-texts/template-versions.js';
import { auditTemplate, lockTemplates, writeVersion } from './request-template.js';
import { requireBelowLimit, requireFreeName, storableWords } from './template-rules.js';

@Injectable()
export class CreateTemplate {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'LANGUAGES'>,
  ) {}

  /**
   * Throws 400 as {@link storableWords} does, and 409 for a name that is taken and when the limit of templates is
   * reached.
   */
  execute(author: Principal, body: RequestTemplateBody): Promise<WrittenTemplate> {
    const words = storableWords(body, this.config.LANGUAGES);
    const data = { id: randomUUID(), name: body.name };
    return this.work.run(async (tx, emit) => {
      const templates = await lockTemplates(tx);
      requireFreeName(templates, data);
      requireBelowLimit(templates);
      const template = await tx.requestTemplate.create({ data });
      const written = await writeVersion(tx, template, author, { ...body, ...words });
      await auditTemplate(emit, 'create', template);
      return { template, written };
    });
  }
}
