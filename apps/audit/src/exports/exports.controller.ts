import { Readable } from 'node:stream';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { auditExportQuery } from '@caredrop/contracts';
import { Callers, parse, RecentProof, Roles } from '@caredrop/service-kit';
import type { FastifyReply } from 'fastify';
import { ExportEntries } from './export-entries.js';

const types = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' };

@Callers('gateway')
@Roles('admin')
@Controller('admin/audit/export')
export class ExportsController {
  constructor(private readonly exportEntries: ExportEntries) {}

  /** Exports everyone's actions in one file, so it needs a fresh proof. */
  @RecentProof()
  @Get()
  async export(@Query() query: unknown, @Res() reply: FastifyReply) {
    const { format, ...filter } = parse(auditExportQuery, query);
    const pieces = await this.exportEntries.execute(filter, format);
    const day = new Date().toISOString().slice(0, 10);
    void reply
      .headers({
        'content-type': types[format],
        'content-disposition': `attachment; filename="audit-${day}.${format}"`,
        'cache-control': 'private, no-store',
      })
      .send(Readable.from(pieces));
  }
}
