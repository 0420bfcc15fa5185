import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@caredrop/messaging';
import type { Tx } from '../database/prisma.service.js';
import { auditTemplate, lockTemplates, requireVersion } from './request-template.js';

@Injectable()
export class ArchiveTemplate {
  constructor(@Inject(UnitOfWork) private readonly work: UnitOfWork<Tx>) {}

  /**
   * Withdraws a template, which can then no longer be chosen. Existing links, the links that replace or follow them,
   * and files that were accepted before keep its instructions. Throws 404 and 409.
   */
  execute(id: string, version: number): Promise<void> {
    return this.work.run(async (tx, emit) => {
      const template = requireVersion(await lockTemplates(tx), id, version);
      await tx.requestTemplate.update({ where: { id: template.id }, data: { archivedAt: new Date() } });
      await auditTemplate(emit, 'archive', template);
    });
  }
}
