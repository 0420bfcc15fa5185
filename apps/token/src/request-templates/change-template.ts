import { Inject, Injectable } from '@nestjs/common';
import type { RequestTemplateBody } from '@caredrop/contracts';
import { UnitOfWork } from '@caredrop/messaging';
import type { Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import type { Tx } from '../database/prisma.service.js';
import type { WrittenTemplate } from '../template-texts/template-versions.js';
import { auditTemplate, lockTemplates, requireVersion, writeVersion } from './request-template.js';
import { requireFreeName, storableWords } from './template-rules.js';

@Injectable()
export class ChangeTemplate {
  constructor(
    @Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'LANGUAGES'>,
  ) {}

  /**
   * Writes a new version. Links that were made with an earlier one keep it. Throws 400 as {@link storableWords} does,
   * 404, and 409 when the template has been changed since `version`, or for a name that is taken.
   */
  execute(
    author: Principal,
    id: string,
    { version, ...body }: RequestTemplateBody & { version: number },
  ): Promise<WrittenTemplate> {
    const words = storableWords(body, this.config.LANGUAGES);
    return this.work.run(async (tx, emit) => {
      const templates = await lockTemplates(tx);
      const before = requireVersion(templates, id, version);
      requireFreeName(templates, { id: before.id, name: body.name });
      const data = { name: body.name, version: { increment: 1 } };
      const template = await tx.requestTemplate.update({ where: { id: before.id }, data });
      const written = await writeVersion(tx, template, author, { ...body, ...words });
      await auditTemplate(emit, 'change', template);
      return { template, written };
    });
  }
}
